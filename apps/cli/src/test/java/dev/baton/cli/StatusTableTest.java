package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusTableTest {
    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @Test // PG-10
    void hasOneLineForEachElectionWithItsHealth() {
        List<ElectionStatus> elections = List.of(
                status("billing", Optional.of(leader("a")), leading("a", 2), standby("b", true)),
                status("cleanup", Optional.of(leader("gone")), standby("b", true)),
                status("frozen", Optional.of(leader("a")), leading("a", 40)),
                status("idle", Optional.empty()),
                status("mail", Optional.of(leader("a")), leading("a", 2), standby("b", false)),
                status("nightly", Optional.empty(), standby("b", true)));
        assertThat(StatusTable.of(elections, context(Map.of(), false), NOW)).isEqualTo("""
                ELECTION  LEADER  EPOCH  FOR  STANDBYS  HEALTH
                billing   a       7      4m   1         ok
                cleanup   gone    7      4m   1         leader not reporting
                frozen    a       7      4m   0         leader silent for 40s
                idle      -       -      -    0         no candidates
                mail      a       7      4m   1         1 unhealthy
                nightly   -       -      -    1         no leader
                """);
    }

    @Test // PG-10
    void terminalGetsColoursAndSymbols() {
        List<ElectionStatus> elections = List.of(status("nightly", Optional.empty(), standby("b", true)));
        assertThat(StatusTable.of(elections, context(Map.of(), true), NOW)).contains("\u001b[31m✗ no leader\u001b[0m");
        assertThat(StatusTable.of(elections, context(Map.of("NO_COLOR", "1"), true), NOW))
                .contains("✗ no leader")
                .doesNotContain("\u001b");
        assertThat(StatusTable.of(elections, context(Map.of("BATON_LC_ALL", "C"), true), NOW))
                .contains("\u001b[31mno leader\u001b[0m");
    }

    private static CommandContext context(Map<String, String> environment, boolean terminal) {
        return new CommandContext(System.out, System.err, environment, terminal);
    }

    private static ElectionStatus status(String name, Optional<LeaderInfo> leader, InstanceStatus... instances) {
        return new ElectionStatus(name, leader, List.of(instances));
    }

    private static LeaderInfo leader(String id) {
        return new LeaderInfo("x", id, 7, NOW.minusSeconds(250), Optional.empty());
    }

    private static InstanceStatus leading(String id, long secondsAgo) {
        return new InstanceStatus("x", id, true, CandidateState.LEADER, 7, 0, true, NOW.minusSeconds(secondsAgo));
    }

    private static InstanceStatus standby(String id, boolean healthy) {
        return new InstanceStatus("x", id, false, CandidateState.FOLLOWER, 0, 0, healthy, NOW.minusSeconds(1));
    }
}
