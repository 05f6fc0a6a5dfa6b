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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest // PG-10
    @ValueSource(ints = {20, 25, 30, 60})
    void fitsNarrowTerminals(int width) {
        String name = "payments-settlement-eu-west-1";
        LeaderInfo leader = new LeaderInfo(
                name, "web-7d9f8b6c5d-x2x4z", 7, NOW.minusSeconds(250), Optional.of("http://10.0.0.7:8080"));
        ElectionStatus led = status(name, Optional.of(leader), standby("web-7d9f8b6c5d-a2x4z", true));
        ElectionStatus leaderless = status(name, Optional.empty(), standby("b", true));
        CommandContext narrow = context(Map.of("COLUMNS", Integer.toString(width), "NO_COLOR", "1"), true);
        String shown = StatusTable.of(List.of(led, leaderless), narrow, NOW)
                + led.details(narrow, NOW, "file:/var/lib/baton")
                + leaderless.details(narrow, NOW, "file:/var/lib/baton");
        assertThat(shown.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
        assertThat(led.details(context(Map.of("COLUMNS", "70", "NO_COLOR", "1"), true), NOW, ""))
                .startsWith("payments-settlement-eu-west-1  led by web-7d9f8b6c…x2x4z, epoch 7 (4m)\n");
        assertThat(led.details(context(Map.of(), false), NOW, "").lines())
                .first()
                .isEqualTo(name + "  " + led.summary(NOW));
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
