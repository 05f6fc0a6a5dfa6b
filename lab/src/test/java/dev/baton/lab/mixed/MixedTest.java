package dev.baton.lab.mixed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command, and its short form on every engine. */
class MixedTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... words) throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return Mixed.run(List.of(words), out, out);
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest // API-1, API-2
    @Tag("proof")
    @ValueSource(strings = {"etcd:", "zookeeper:", "kubernetes:"})
    void aFewFaultsCauseNoOverlapByBaton(String engine) throws Exception {
        int code = run("--on", engine, "--faults", "6", "--minutes", "3");
        System.out.println(output());
        assertThat(output())
                .containsPattern("mixed on=" + engine
                        + " .* faults=[1-6] .* tenures=[1-9]\\d* native_tenures=[1-9]\\d* .* violations=0\n");
        assertThat(code).isZero();
    }

    @Test
    void refusesInvalidArguments() throws Exception {
        assertThat(run()).isEqualTo(64);
        assertThat(run("--on", "file:")).isEqualTo(64);
        assertThat(run("--on", "etcd:", "--faults", "0")).isEqualTo(64);
        assertThat(run("--on", "etcd:", "--until", "1")).isEqualTo(64);
        assertThat(output())
                .contains(
                        "--on must be one of etcd: zookeeper: kubernetes:, but is \"file:\"",
                        "--faults must be greater than 0",
                        "unknown argument \"--until\"");
    }
}
