package dev.baton.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The page, from planted results. */
class PeersPageTest {
    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final RunFacts FACTS =
            new RunFacts(LocalDate.of(2026, 1, 2), "a machine", "a JVM", 3, 20, 0.1, 1.24);
    private static final PeerSystem SYSTEM =
            new PeerSystem("one", "System 1.0", "locks | tasks", "defaults", "`leads()`", "`release()`", folder -> {
                throw new IOException("not started in this test");
            });

    private static PeerFigure takeovers(int without, double... millis) {
        return new PeerFigure.Takeovers(SampleSet.of(millis), without, LIMIT);
    }

    private static PeerFigure overlaps(int rounds, int seen, Optional<Duration> longest) {
        return new PeerFigure.Overlaps(rounds, seen, longest);
    }

    private static final PeerResult RESULT = new PeerResult(
            SYSTEM,
            "a server 2.0",
            Map.of(
                    PeerFault.KILL, takeovers(0, 34, 10_240, 30),
                    PeerFault.FREEZE, takeovers(1, 9_000, 9_500),
                    PeerFault.CUT, new PeerFigure.Missing("no network"),
                    PeerFault.RELEASE, takeovers(3)),
            Map.of(
                    PeerFault.FREEZE, overlaps(3, 2, Optional.of(Duration.ofMillis(1_500))),
                    PeerFault.CUT, new PeerFigure.Missing("no network"),
                    PeerFault.CLOCK, overlaps(1, 0, Optional.empty())),
            new PeerCost(new PeerFigure.Count(2.26), new PeerFigure.Count(6), new PeerFigure.Missing("ss is missing")));

    private static final String PAGE = PeersPage.text(FACTS, List.of(RESULT));

    @Test
    void showsMedianMaximumAndRoundsWithoutALeader() {
        assertThat(PAGE)
                .contains(
                        "| system | killed | frozen | cut off | released |\n|---|---|---|---|---|\n| System 1.0 |"
                                + " 34 ms (10.2 s) | 9.0 s (9.5 s); none within 100 s in 1 of 3 | no network | none within 100 s |");
    }

    @Test
    void showsTwoLeadersWithTheLongestTimeAndTheRounds() {
        assertThat(PAGE).contains("| System 1.0 | **yes**, 1.5 s in 2 of 3 | no network | no |");
    }

    @Test
    void showsCostsAndWhyOneIsMissing() {
        assertThat(PAGE).contains("| System 1.0 | 2.3 | 6 | ss is missing |");
    }

    @Test
    void escapesCellsAndNamesTheConditions() {
        assertThat(PAGE)
                .contains("| System 1.0 | locks \\| tasks | defaults | a server 2.0 | `leads()` | `release()` |")
                .contains("2026-01-02, a machine; a JVM.", "Rounds of each fault: 3", "before: 0.1, at the end: 1.2");
    }

    @Test
    void systemThatDidNotStartHasItsReasonInEveryCell() {
        assertThat(PeersPage.text(FACTS, List.of(PeerResult.missing(SYSTEM, "etcd is not installed"))))
                .contains("| System 1.0 | etcd is not installed | etcd is not installed | etcd is not installed |"
                        + " etcd is not installed |");
    }

    @Test
    void namesTheSystemsThatTheRunLeftOut() {
        assertThat(PAGE).contains("- Not in this run: Baton `file:`, ").doesNotContain("System 1.0,");
    }

    @Test
    void everyTableHasARowForEverySystem() {
        List<PeerResult> all = PeersArguments.all().stream()
                .map(system -> PeerResult.missing(system, "not measured"))
                .toList();
        String page = PeersPage.text(FACTS, all);
        for (PeerResult result : all) {
            assertThat(page.lines()
                            .filter(line ->
                                    line.startsWith("| " + result.system().title() + " |")))
                    .as(result.system().title())
                    .hasSize(4);
        }
        assertThat(page).doesNotContain("Not in this run");
    }
}
