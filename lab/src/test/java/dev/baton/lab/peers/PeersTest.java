package dev.baton.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command, and a short run of it. */
class PeersTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... words) throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return Peers.run(List.of(words), out, out);
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void refusesInvalidArguments() throws Exception {
        assertThat(run("--systems", "file")).isEqualTo(64);
        assertThat(run("--n", "0")).isEqualTo(64);
        assertThat(run("--idle", "long")).isEqualTo(64);
        assertThat(run("--json")).isEqualTo(64);
        assertThat(output())
                .contains(
                        "--systems must be some of baton-file,",
                        "but has \"file\"",
                        "--n must be at least 1",
                        "--idle requires a number, but got \"long\"",
                        "unknown argument \"--json\"",
                        "usage: lab peers [--systems NAME,…]");
    }
}
