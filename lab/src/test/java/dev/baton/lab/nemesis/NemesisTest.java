package dev.baton.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.nemesis.store.StoreKind;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The command, and its short form on all stores. */
class NemesisTest {
    private final PrintedNemesis nemesis = new PrintedNemesis();

    @Test // API-1, API-2, API-3, FENCE-1, FENCE-2, PG-11
    @Tag("proof")
    void fiveMinutesOnAllStoresFindNothing() throws Exception {
        int code = nemesis.run("--on", "all", "--minutes", "5");
        System.out.println(nemesis.output());
        List<String> results = nemesis.output()
                .lines()
                .filter(line -> line.startsWith("nemesis on="))
                .toList();
        assertThat(results)
                .as(nemesis.output())
                .hasSize(StoreKind.values().length)
                .allMatch(line -> line.matches(".* faults=[1-9]\\d* failovers=\\d+ violations=0 .*"));
        // A store whose few faults were all harmless ones has no change of leader.
        assertThat(results)
                .filteredOn(line -> line.matches(".* failovers=[1-9].*"))
                .hasSizeGreaterThan(results.size() / 2);
        assertThat(code).as(nemesis.output()).isZero();
    }

    @Test
    void refusesInvalidArguments() throws Exception {
        assertThat(nemesis.run()).isEqualTo(64);
        assertThat(nemesis.run("--on", "file:/tmp/x")).isEqualTo(64);
        assertThat(nemesis.run("--on", "file:", "--minutes", "0")).isEqualTo(64);
        assertThat(nemesis.run("--on", "file:", "--faults", "flood")).isEqualTo(64);
        assertThat(nemesis.run("--on", "file:", "--timing", "slow")).isEqualTo(64);
        assertThat(nemesis.run("--on", "file:", "--work", "none")).isEqualTo(64);
        assertThat(nemesis.output())
                .contains(
                        "--on must be all or one of file: lease:sqlite:",
                        "but is \"file:/tmp/x\"",
                        "--minutes must be greater than 0",
                        "unknown fault \"flood\"",
                        "--timing must be fast or default",
                        "--work must be one of elections replicas");
    }
}
