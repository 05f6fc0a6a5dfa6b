package dev.baton.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The command, and its short form on all stores. */
class NemesisTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... words) throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return Nemesis.run(List.of(words), out, out);
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test // API-1, API-2, API-3, FENCE-1, FENCE-2, PG-11
    @Tag("proof")
    void fiveMinutesOnAllStoresFindNothing() throws Exception {
        int code = run("--on", "all", "--minutes", "5");
        System.out.println(output());
        assertThat(output().lines().filter(line -> line.startsWith("nemesis on=")))
                .as(output())
                .hasSize(7)
                .allMatch(line -> line.matches(".* faults=[1-9]\\d* failovers=[1-9]\\d* violations=0 .*"));
        assertThat(code).as(output()).isZero();
    }

    @Test // LEASE-4, LEASE-7, LEASE-11
    @Tag("proof")
    void replicasWithAReconcilerAndShardsSurviveAFewFaults() throws Exception {
        int code = run(
                "--on", "lease:sqlite:", "--work", "replicas", "--faults", "kill,freeze,restart", "--fault-count", "3");
        System.out.println(output());
        assertThat(output())
                .containsPattern("nemesis on=lease:sqlite: .* faults=[3-9] failovers=[1-9]\\d* violations=0 ");
        assertThat(code).isZero();
    }

    @Test
    void refusesInvalidArguments() throws Exception {
        assertThat(run()).isEqualTo(64);
        assertThat(run("--on", "file:/tmp/x")).isEqualTo(64);
        assertThat(run("--on", "file:", "--minutes", "0")).isEqualTo(64);
        assertThat(run("--on", "file:", "--faults", "flood")).isEqualTo(64);
        assertThat(run("--on", "file:", "--timing", "slow")).isEqualTo(64);
        assertThat(run("--on", "file:", "--work", "none")).isEqualTo(64);
        assertThat(output())
                .contains(
                        "--on must be all or one of file: lease:sqlite:",
                        "but is \"file:/tmp/x\"",
                        "--minutes must be greater than 0",
                        "unknown fault \"flood\"",
                        "--timing must be fast or default",
                        "--work must be one of elections replicas");
    }
}
