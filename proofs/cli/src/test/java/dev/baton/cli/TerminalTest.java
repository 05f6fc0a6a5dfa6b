package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys typed on a terminal, which script(1) provides. */
// PG-10
class TerminalTest {
    private static final int CTRL_C = 3;
    private static final int CTRL_Z = 26;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(one -> {
            one.descendants().forEach(ProcessHandle::destroyForcibly);
            one.destroyForcibly();
        });
    }

    @Test
    void ctrlCInterruptsTheCommandAndBatonExitsWithZero() throws Exception {
        Process terminal =
                runOnTerminal("trap 'echo interrupted >>out; exit 1' INT; echo $$ >pid; while :; do sleep 0.05; done");
        long command = pid();
        type(terminal, CTRL_C);
        assertThat(terminal.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(terminal.exitValue()).isZero();
        assertThat(Files.readString(directory.resolve("out"))).isEqualTo("interrupted\n");
        assertThat(Processes.isAlive(command)).isFalse();
    }

    @Test
    void killsCommandThatIgnoresCtrlCAfterTheGrace() throws Exception {
        Process terminal = runOnTerminal("trap '' INT TERM; echo $$ >pid; while :; do sleep 0.05; done");
        long command = pid();
        type(terminal, CTRL_C);
        assertThat(terminal.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(terminal.exitValue()).isZero();
        assertThat(Processes.isAlive(command)).isFalse();
    }

    @Test
    void ctrlZSuspendsBothAndContResumesBoth() throws Exception {
        Process terminal = runOnTerminal("echo $$ >pid; while :; do sleep 0.05; done");
        long command = pid();
        long baton = terminal.children().findFirst().orElseThrow().pid();
        type(terminal, CTRL_Z);
        await().atMost(TIMEOUT).until(() -> Processes.state(baton) == 'T' && Processes.state(command) == 'T');
        // script(1) suspends itself with its child and resumes it when it is resumed, like fg in a shell
        await().atMost(TIMEOUT).until(() -> Processes.state(terminal.pid()) == 'T');
        Processes.signal("CONT", terminal.pid());
        await().atMost(TIMEOUT).until(() -> Processes.state(baton) == 'S' && Processes.state(command) == 'S');
        type(terminal, CTRL_C);
        assertThat(terminal.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(terminal.exitValue()).isZero();
    }

    @Test
    void contDirectlyAfterTstpLeavesBatonRunning() throws Exception {
        try (BatonProcess baton = BatonProcess.start(
                directory,
                "run",
                "job",
                "--on",
                "file:" + directory.resolve("store"),
                "--stop-grace",
                "1s",
                "--",
                "sh",
                "-c",
                "cd \"$0\"; echo $$ >pid; while :; do sleep 0.05; done",
                directory.toString())) {
            long command = pid();
            // A CONT at the same moment would remove the TSTP before it is delivered.
            String pair = "kill -s TSTP \"$0\"; sleep 0.005; kill -s CONT \"$0\"";
            for (int round = 0; round < 3; round++) {
                assertThat(new ProcessBuilder("sh", "-c", pair, Long.toString(baton.pid()))
                                .start()
                                .waitFor())
                        .isZero();
                await().atMost(TIMEOUT).until(() -> !isStopped(command) && !isStopped(baton.pid()));
            }
            baton.signal("TERM");
            assertThat(baton.exitCode()).isZero();
            assertThat(Processes.isAlive(command)).isFalse();
        }
    }

    @Test
    void commandReadsTypedInput() throws Exception {
        Process terminal = runOnTerminal("echo $$ >pid; read line; echo \"$line\" >out");
        pid();
        OutputStream keys = terminal.getOutputStream();
        keys.write("hello\n".getBytes(StandardCharsets.US_ASCII));
        keys.flush();
        assertThat(terminal.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(terminal.exitValue()).isZero();
        assertThat(Files.readString(directory.resolve("out"))).isEqualTo("hello\n");
    }

    private static boolean isStopped(long pid) {
        return Processes.state(pid) == 'T';
    }

    private Process runOnTerminal(String script) throws IOException {
        List<String> words = BatonProcess.command(
                directory,
                "run",
                "job",
                "--on",
                "file:" + directory.resolve("store"),
                "--stop-grace",
                "1s",
                "--",
                "sh",
                "-c",
                script);
        String line = words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "exec ", ""));
        // A build in the background may ignore INT, and its children would inherit that.
        Process terminal = new ProcessBuilder("env", "--default-signal", "script", "-qec", line, "/dev/null")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("screen").toFile())
                .start();
        started.add(terminal);
        return terminal;
    }

    private long pid() {
        Path file = directory.resolve("pid");
        await().atMost(TIMEOUT).until(() -> Files.exists(file) && Files.size(file) > 0);
        try {
            return Processes.outside(
                    directory, Long.parseLong(Files.readString(file).strip()));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void type(Process terminal, int key) throws IOException {
        OutputStream keys = terminal.getOutputStream();
        keys.write(key);
        keys.flush();
    }
}
