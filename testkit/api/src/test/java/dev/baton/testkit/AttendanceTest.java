package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.RosterPresence;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Being present without standing, and leaving without waiting. */
class AttendanceTest {
    private final Stage stage = new Stage();
    private List<InstanceStatus> seen = List.of();

    @Test // LEASE-11
    void whoAttendsIsSeenByTheOthersAndNeverLeads() {
        RosterPresence first = attend(stage.connect(), "first");
        attend(stage.connect(), "second").update(false, "a note");
        stage.seconds(2);
        assertThat(seen)
                .extracting(
                        InstanceStatus::instanceId,
                        InstanceStatus::healthy,
                        InstanceStatus::note,
                        InstanceStatus::isLeader)
                .containsExactlyInAnyOrder(tuple("first", true, "", false), tuple("second", false, "a note", false));
        assertThat(stage.connect().election(Stage.ELECTION).leader()).isEmpty();
        first.close();
        stage.seconds(2);
        assertThat(seen).extracting(InstanceStatus::instanceId).containsExactly("second");
    }

    @Test // LEASE-11
    void oneThatStandsStillIsDroppedAfterThePatienceAndIsBackWhenItSpeaksAgain() {
        FreezableLoop loop = new FreezableLoop(stage.time);
        Baton frozen = BatonRuntime.over(
                new RuntimeEnvironment(
                        stage.time,
                        loop,
                        loop::execute,
                        stage.time.environment().work()),
                clock -> stage.store.open(clock));
        frozen.election(Stage.ELECTION)
                .joinRoster(CandidateSettings.builder().instanceId("frozen").build(), frames -> {});
        attend(stage.connect(), "watching");
        stage.seconds(2);
        loop.freeze();
        List<Integer> counts = new ArrayList<>();
        for (int second = 0; second < 12; second++) {
            stage.seconds(1);
            counts.add(seen.size());
        }
        assertThat(counts.get(3)).isEqualTo(2);
        assertThat(counts.get(11)).isEqualTo(1);
        loop.thaw();
        stage.seconds(7);
        assertThat(seen).hasSize(2);
    }

    @Test // LEASE-11
    void leaveReleasesAndStopsWithoutBeingWaitedFor() {
        Candidate leader = stage.candidate("leader");
        Candidate standby = stage.candidate("standby");
        leader.start();
        stage.millis(1);
        standby.start();
        stage.millis(1);
        leader.closeAsync();
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(standby.isLeader()).isTrue();
        Candidate idle = stage.candidate("idle");
        idle.closeAsync();
        assertThat(idle.state()).isEqualTo(CandidateState.STOPPED);
    }

    private RosterPresence attend(Baton baton, String id) {
        return baton.election(Stage.ELECTION)
                .joinRoster(CandidateSettings.builder().instanceId(id).build(), frames -> seen = frames);
    }
}
