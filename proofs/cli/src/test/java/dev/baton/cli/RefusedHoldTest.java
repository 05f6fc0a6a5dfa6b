package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code baton run} on a store that keeps records of commands, but does not keep this one. */
class RefusedHoldTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"false", "failed", "throws"})
    void doesNotLeadWithoutARecordOfTheCommand(String answer) throws Exception {
        Path ran = directory.resolve("ran");
        BatonProcess baton = BatonProcess.start(
                directory,
                "run",
                "job",
                "--on",
                "refusing:" + answer,
                "--events",
                directory + "/events",
                "--",
                "touch",
                ran.toString());
        assertThat(baton.exitCode()).isEqualTo(3);
        assertThat(baton.err())
                .containsOnlyOnce("the store did not record the command")
                .doesNotContain("\tat ");
        assertThat(ran).doesNotExist();
        assertThat(Files.readString(directory.resolve("events"))).contains("\"event\":\"released\"");
        assertThat(Processes.anyAliveWith("baton-watchdog", ran.toString())).isFalse();
    }

    @Test
    void errorOfTheJvmEndsWithOneLineAndItsOwnExitCode() {
        BatonProcess baton = BatonProcess.start(directory, "run", "job", "--on", "refusing:error", "--", "echo", "ran");
        assertThat(baton.exitCode()).isEqualTo(70);
        assertThat(baton.err()).containsOnlyOnce("NoClassDefFoundError: test").doesNotContain("\tat ");
        assertThat(baton.out()).isEmpty();
    }

    @Test
    void runsTheCommandOfARecordThatWasKept() {
        BatonProcess baton = BatonProcess.start(directory, "run", "job", "--on", "refusing:true", "--", "echo", "ran");
        assertThat(baton.exitCode()).isZero();
        assertThat(baton.out()).isEqualTo("ran\n");
    }
}
