package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusChangesTest {
    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @Test // API-7
    void takeoverShowsHowLongThereWasNoLeader() {
        ElectionStatus led = status(Optional.of(leader("a", 1)), standby("b", true, CandidateState.FOLLOWER));
        ElectionStatus leaderless = status(Optional.empty(), standby("b", true, CandidateState.ACQUIRING));
        ElectionStatus next = status(Optional.of(leader("b", 2)), standby("b", true, CandidateState.LEADER));
        assertThat(lines(led, leaderless, Optional.empty())).containsExactly("no leader; a, epoch 1, led for 1m");
        assertThat(lines(leaderless, next, Optional.of(Duration.ofMillis(8))))
                .containsExactly("b leads, epoch 2, after 8ms without a leader");
        assertThat(lines(led, next, Optional.empty())).containsExactly("b leads, epoch 2, after a");
    }

    @Test // API-8
    void everyChangeOfAnInstanceIsALine() {
        ElectionStatus before = status(
                Optional.empty(),
                standby("b", true, CandidateState.FOLLOWER),
                standby("c", true, CandidateState.FOLLOWER));
        ElectionStatus after = status(
                Optional.empty(),
                standby("b", false, CandidateState.RECONNECTING),
                standby("d", true, CandidateState.FOLLOWER));
        assertThat(lines(before, after, Optional.empty()))
                .containsExactly("b is unhealthy", "b is reconnecting", "d joined", "c left");
        assertThat(lines(after, before, Optional.empty()))
                .containsExactly("b is healthy again", "b is connected again", "c joined", "d left");
    }

    @Test // API-8
    void firstLineNamesLeaderAndStandbys() {
        ElectionStatus led = status(Optional.of(leader("a", 1)), standby("b", true, CandidateState.FOLLOWER));
        assertThat(StatusChanges.first(led, NOW).text())
                .isEqualTo("led by a, epoch 1, since 2026-11-18T11:59:00.000Z (1m); standbys: b");
    }

    private static List<String> lines(ElectionStatus before, ElectionStatus after, Optional<Duration> leaderless) {
        return StatusChanges.between(before, after, leaderless, false, NOW).stream()
                .map(ColouredText::text)
                .toList();
    }

    private static ElectionStatus status(Optional<LeaderInfo> leader, InstanceStatus... instances) {
        return new ElectionStatus("job", leader, List.of(instances));
    }

    private static LeaderInfo leader(String id, long epoch) {
        return new LeaderInfo("job", id, epoch, NOW.minusSeconds(60), Optional.empty());
    }

    private static InstanceStatus standby(String id, boolean healthy, CandidateState state) {
        return new InstanceStatus("job", id, false, state, 0, 0, healthy, NOW);
    }
}
