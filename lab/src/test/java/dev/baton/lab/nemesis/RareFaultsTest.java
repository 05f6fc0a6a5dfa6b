package dev.baton.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults that only few stores have, and replicas of a service, each for a few faults. */
@Tag("proof")
class RareFaultsTest {
    private final PrintedNemesis nemesis = new PrintedNemesis();

    @Test // LEASE-4, LEASE-7, LEASE-11
    void replicasWithAReconcilerAndShardsSurviveAFewFaults() throws Exception {
        int code = nemesis.run(
                "--on", "lease:sqlite:", "--work", "replicas", "--faults", "kill,freeze,restart", "--fault-count", "3");
        System.out.println(nemesis.output());
        assertThat(nemesis.output())
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
    void everyKindOfFaultThatFewStoresHaveFindsNothing(String store, String faults) throws Exception {
        int kinds = faults.split(",", -1).length;
        int code = nemesis.run("--on", store, "--faults", faults, "--fault-count", Integer.toString(2 * kinds));
        System.out.println(nemesis.output());
        for (String kind : faults.split(",", -1)) {
            assertThat(nemesis.output())
                    .containsPattern("nemesis on=" + store + " .* violations=0 .*" + kind + "=[1-9]");
        }
        assertThat(code).isZero();
    }
}
