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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Presence on the roster without a candidate, and closing without waiting. */
class RosterPresenceTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private List<InstanceStatus> seen = List.of();

    @Test // LEASE-11
    void presenceIsVisibleToOthersAndNeverLeads() {
        RosterPresence first = join(fixture.connect(), "first");
        join(fixture.connect(), "second").update(false, "a note");
        fixture.seconds(2);
        assertThat(seen)
                .extracting(
                        InstanceStatus::instanceId,
                        InstanceStatus::healthy,
                        InstanceStatus::note,
                        InstanceStatus::isLeader)
                .containsExactlyInAnyOrder(tuple("first", true, "", false), tuple("second", false, "a note", false));
        assertThat(fixture.connect().election(ElectionFixture.ELECTION).leader())
                .isEmpty();
        first.close();
        fixture.seconds(2);
        assertThat(seen).extracting(InstanceStatus::instanceId).containsExactly("second");
    }

    @Test // LEASE-11
    void frozenInstanceDisappearsAfterClaimTimeoutAndReturnsAfterThaw() {
        FreezableLoop loop = new FreezableLoop(fixture.time);
        Baton frozen = BatonRuntime.over(
                loop.environment(fixture.time, fixture.time.environment()), clock -> fixture.store.open(clock));
        frozen.election(ElectionFixture.ELECTION)
                .joinRoster(CandidateSettings.builder().instanceId("frozen").build(), statuses -> {});
        join(fixture.connect(), "live");
        fixture.seconds(2);
        loop.freeze();
        List<Integer> counts = new ArrayList<>();
        for (int second = 0; second < 12; second++) {
            fixture.seconds(1);
            counts.add(seen.size());
        }
        assertThat(counts.get(3)).isEqualTo(2);
        assertThat(counts.get(11)).isEqualTo(1);
        loop.thaw();
        fixture.seconds(7);
        assertThat(seen).hasSize(2);
    }

    @Test // LEASE-11
    void closeAsyncReleasesAndStopsWithoutWaiting() {
        Candidate leader = fixture.candidate("leader");
        Candidate standby = fixture.candidate("standby");
        leader.start();
        fixture.millis(1);
        standby.start();
        fixture.millis(1);
        leader.closeAsync();
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(standby.isLeader()).isTrue();
        Candidate idle = fixture.candidate("idle");
        idle.closeAsync();
        assertThat(idle.state()).isEqualTo(CandidateState.STOPPED);
    }

    private RosterPresence join(Baton baton, String id) {
        return baton.election(ElectionFixture.ELECTION)
                .joinRoster(CandidateSettings.builder().instanceId(id).build(), statuses -> seen = statuses);
    }
}
