package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first process of a namespace without the processes that should end it. */
// API-3: no process of a command outlives the leadership
@Timeout(60)
class OrphanedInitTest {
    @TempDir
    Path directory;

    @Test
    void doesNotStartWhenItsParentDiedBeforeTheKernelWasToldToKillIt() throws Exception {
        assertThat(init("1")).isEqualTo(126);
        assertThat(directory.resolve("report")).isEmptyFile();
    }

    @Test
    void startsWhenItsParentLives() throws Exception {
        Files.writeString(directory.resolve("gate"), LeashReport.GATE_SHUT);
        assertThat(init(Long.toString(ProcessHandle.current().pid())))
                .as("the gate is shut")
                .isEqualTo(126);
        assertThat(directory.resolve("report")).content().startsWith("init ").endsWith("ready\n");
    }

    @Test
    void isKilledWhenItsWatchdogHasEnded() throws Exception {
        Process watchdog = new ProcessBuilder("true").start();
        assertThat(watchdog.waitFor()).isZero();
        Process init = new ProcessBuilder("sleep", "1000").start();
        new NamespaceEnding(watchdog, RunningCommand.ofPid(init.pid()).orElseThrow()).awaitGone();
        assertThat(init.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Runs {@code init} without a namespace as a child of this process, and returns its exit code. */
    private int init(String parent) throws IOException, InterruptedException {
        Files.writeString(directory.resolve("gate"), "", StandardOpenOption.CREATE);
        ProcessBuilder builder = new ProcessBuilder(
                        "sh",
                        "-c",
                        "exec 4>report 5<gate 8>&2 9</proc; exec sh -c 'eval \"$BATON_LEASH_SCRIPT\"' \"$@\"",
                        "sh",
                        "baton-init",
                        "init",
                        "namespace",
                        "-",
                        "baton-init",
                        "100",
                        "0",
                        "-",
                        "-",
                        "-",
                        "-",
                        "true")
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("BATON_LEASH_SCRIPT", LeashScript.text());
        builder.environment().put("_b_unshare", parent);
        return builder.start().waitFor();
    }
}
