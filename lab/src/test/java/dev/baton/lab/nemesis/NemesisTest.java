package dev.baton.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.nemesis.store.StoreKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        List<String> results =
                output().lines().filter(line -> line.startsWith("nemesis on=")).toList();
        assertThat(results)
                .as(output())
                .hasSize(StoreKind.values().length)
                .allMatch(line -> line.matches(".* faults=[1-9]\\d* failovers=\\d+ violations=0 .*"));
        // A store whose few faults were all harmless ones has no change of leader.
        assertThat(results)
                .filteredOn(line -> line.matches(".* failovers=[1-9].*"))
                .hasSizeGreaterThan(results.size() / 2);
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

    @ParameterizedTest // API-1, API-2, FENCE-2, LEASE-4
    @CsvSource(
            delimiterString = " ",
            value = {
                "file: foreign-names,run-freezer,private-tmp",
                "lease:sqlite: two-names,foreign-names,hide,private-tmp",
                "postgres: restore,hide",
                "quorum: relay,halves,restore,damage"
            })
    @Tag("proof")
    void everyKindOfFaultThatFewStoresHaveFindsNothing(String store, String faults) throws Exception {
        int kinds = faults.split(",", -1).length;
        int code = run("--on", store, "--faults", faults, "--fault-count", Integer.toString(2 * kinds));
        System.out.println(output());
        for (String kind : faults.split(",", -1)) {
            assertThat(output()).containsPattern("nemesis on=" + store + " .* violations=0 .*" + kind + "=[1-9]");
        }
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
