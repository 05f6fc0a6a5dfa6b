package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.quorum.QuorumKill;
import dev.baton.lab.quorum.QuorumStart;
import dev.baton.lab.quorum.QuorumWide;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The benchmarks of the election among peers run through; what they measure is not looked at. */
class QuorumSmokeTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Report report = new Report(new PrintStream(printed, true, StandardCharsets.UTF_8), System.err, true);

    @Test
    void quorumKill() throws Exception {
        new QuorumKill().run(1, report);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(6);
    }

    @Test
    void quorumStart() throws Exception {
        new QuorumStart(1).run(1, report);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(5);
    }

    @Test
    void quorumWide() {
        new QuorumWide().run(2, report);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(2);
    }
}
