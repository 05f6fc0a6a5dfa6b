package dev.baton.examples.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole story with real processes and a real broker. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class SwarmStoryTest {
    private static final Pattern OBEYS = Pattern.compile("^(\\S+) obeys \\S+, epoch (\\d+), (.*)$", Pattern.MULTILINE);

    @Test // QUORUM-5, QUORUM-6, QUORUM-8, QUORUM-9
    void swarmGoesOnAfterOneLeaderWasKilledAndTheNextCutOff() throws Exception {
        SwarmLog log = new SwarmLog(System.out::println);
        SwarmLog.Leader last;
        try (Swarm swarm = new Swarm(log, "&heartbeat=200ms&lease=2500ms", 100)) {
            last = new SwarmStory(swarm, log, Duration.ofSeconds(60)).play();
        }
        String lines = String.join("\n", log.lines());
        for (String agent : Swarm.AGENTS) {
            assertThat(OBEYS.matcher(lines)
                            .results()
                            .filter(obeys -> obeys.group(1).equals(agent))
                            .map(obeys -> Long.parseLong(obeys.group(2))))
                    .as("epochs whose orders %s obeyed", agent)
                    .isSorted()
                    .contains(last.epoch());
        }
        assertThat(OBEYS.matcher(lines).results().map(MatchResult::group))
                .as("metrics with the names of the original protocol")
                .allMatch(obeys -> obeys.contains("election_count=")
                        && obeys.contains("current_state=")
                        && obeys.contains("last_leader_id=")
                        && obeys.contains("lease_remaining_ms="));
    }

    @Test // FENCE-2
    void orderOfFormerLeaderIsRefused() {
        OrderFilter filter = new OrderFilter();
        assertThat(filter.accepts(new SwarmOrder("SAT-001", 1, 1))).isTrue();
        assertThat(filter.accepts(new SwarmOrder("SAT-002", 3, 1))).isTrue();
        assertThat(filter.accepts(new SwarmOrder("SAT-001", 1, 2))).isFalse();
        assertThat(filter.accepts(new SwarmOrder("SAT-002", 3, 2))).isTrue();
    }

    @Test // QUORUM-8
    void messageThatIsNoOrderIsIgnored() {
        assertThat(SwarmOrder.parse(new SwarmOrder("SAT-001", 7, 3).toBytes()))
                .contains(new SwarmOrder("SAT-001", 7, 3));
        assertThat(SwarmOrder.parse(new byte[] {-1, 0, 7})).isEmpty();
        assertThat(SwarmOrder.parse("SAT-001 one 2".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(SwarmOrder.parse("a\nb 1 2".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }
}
