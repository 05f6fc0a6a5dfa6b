package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.faults.QuorumFaults;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults in five real members: the short form of the long trial. */
class QuorumFaultsTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... words) throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return QuorumFaults.run(List.of(words), out, out);
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test // QUORUM-5, QUORUM-6, QUORUM-7, FENCE-1
    @Tag("proof")
    void worksNeverOverlapInFaultsOfEveryKind() throws Exception {
        int code = run();
        System.out.print(output());
        assertThat(code).as(output()).isZero();
        assertThat(output().lines().reduce((before, last) -> last).orElse(""))
                .matches(
                        "quorum-faults members=5 faults=18 seconds=\\d+ tenures=[1-9]\\d+ acts=[1-9]\\d+ violations=0");
    }

    @Test
    void refusesInvalidArguments() throws Exception {
        assertThat(run("--faults", "0")).isEqualTo(64);
        assertThat(run("--faults", "many")).isEqualTo(64);
        assertThat(run("--kinds", "LEADER_KILLED,ALL")).isEqualTo(64);
        assertThat(run("--minutes", "1")).isEqualTo(64);
        assertThat(output())
                .contains(
                        "--faults must be",
                        "--faults requires",
                        "--kinds requires some of [LEADER_KILLED, ",
                        "unknown argument \"--minutes\"");
    }
}
