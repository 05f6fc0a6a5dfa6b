package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.storm.RestartStorm;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The long trial of random calls. */
class RestartStormTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... words) throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return RestartStorm.run(List.of(words), out, out);
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test // API-1, API-6
    @Tag("proof")
    void shortStormEndsWithItsSummary() throws Exception {
        try (TrialDirectory directory = TrialDirectory.open()) {
            int code = run("--on", "lease:sqlite:" + directory.path("storm.db") + "?ttl=3s", "--minutes", "0.1");
            assertEndedWithoutViolation(code);
        }
    }

    @Test // API-1
    @Tag("proof")
    void stormOnEtcdStartsItsOwnServer() throws Exception {
        int code = run("--on", "etcd:", "--minutes", "0.1");
        assertThat(output()).contains("# one member of etcd");
        assertEndedWithoutViolation(code);
    }

    private void assertEndedWithoutViolation(int code) {
        assertThat(output().lines().reduce((before, last) -> last).orElse(""))
                .matches("restart-storm processes=3 threads=8 seconds=6 calls=[1-9]\\d* leaderships=[1-9]\\d*"
                        + " violations=0");
        assertThat(code).as(output()).isZero();
    }

    @Test
    void refusesInvalidArguments() throws Exception {
        assertThat(run()).isEqualTo(64);
        assertThat(run("--on", "file:/tmp/x", "--minutes", "0")).isEqualTo(64);
        assertThat(run("--on", "file:/tmp/x", "--fast", "1")).isEqualTo(64);
        assertThat(output()).contains("--on requires", "--minutes must be", "unknown argument \"--fast\"");
    }
}
