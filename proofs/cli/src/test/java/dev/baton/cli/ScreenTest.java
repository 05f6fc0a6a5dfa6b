package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that fill the screen of a terminal, which script(1) provides. */
class ScreenTest {
    private static final String ENTER = "\u001b[?1049h";
    private static final String LEAVE = "\u001b[?1049l";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern TAKEOVER = Pattern.compile("demo-. took over from demo-. after [^\n]*, epoch (\\d+)");

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

    @ParameterizedTest // PG-10
    @ValueSource(strings = {"q", "\u0003", "TERM"})
    void demoShowsATakeoverAndRestoresTheTerminal(String ending) throws Exception {
        Process terminal = onTerminal("demo", "--no-console");
        await().atMost(TIMEOUT)
                .until(() -> screen().matches("(?s).*demo-. took over from demo-. after [^\n]*, epoch.*"));
        if (ending.equals("TERM")) {
            terminal.descendants()
                    .filter(process -> Processes.hasArguments(process.pid(), "demo", "--no-console"))
                    .forEach(process -> Processes.signal("TERM", process.pid()));
        } else {
            type(terminal, ending);
        }
        assertEndedAndRestored(terminal);
        assertThat(screen()).contains("Takeovers: ");
    }

    @ParameterizedTest // PG-10
    @CsvSource({"f, kill -STOP of demo-, kill -CONT of demo-", "c, cut off demo-, reconnected demo-"})
    void keysFreezeAndCutOffTheLeaderOfTheDemo(String key, String fault, String end) throws Exception {
        Process terminal = onTerminal("demo");
        // With a console, only the first leader is killed by itself.
        await().atMost(TIMEOUT).until(() -> lastTakeover() > 0);
        long before = lastTakeover();
        await().atMost(TIMEOUT).until(() -> {
            type(terminal, key); // refused while the killed process is starting
            return screen().contains(fault);
        });
        await().atMost(TIMEOUT).until(() -> lastTakeover() > before);
        await().atMost(TIMEOUT).until(() -> screen().contains(end));
        type(terminal, "q");
        assertEndedAndRestored(terminal);
        assertThat(screen()).doesNotContain("WARN");
    }

    @Test // API-7
    void watchShowsATableUntilItIsInterrupted() throws Exception {
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", "job", "--on", store).code()).isZero();
        Process terminal = onTerminal("watch", "--screen", "--on", store);
        await().atMost(TIMEOUT).until(() -> screen().contains("STANDBYS") && screen().contains("no candidates"));
        type(terminal, "\u0003");
        assertEndedAndRestored(terminal);
    }

    @Test // API-7
    void watchFollowsTheSizeOfTheTerminalAndLeavesItsScreenWhileSuspended() throws Exception {
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", "payments-settlement-eu-west-1", "--on", store)
                        .code())
                .isZero();
        Process terminal = onTerminal("watch", "--screen", "--on", store);
        await().atMost(TIMEOUT).until(() -> screen().contains("STANDBYS"));
        ProcessHandle watch = terminal.descendants()
                .filter(process -> Processes.hasArguments(process.pid(), "watch", "--screen"))
                .reduce((parent, child) -> child)
                .orElseThrow();
        resize(watch.pid(), 20);
        await().atMost(TIMEOUT).until(() -> screen().contains("…"));
        int before = screen().length();
        resize(watch.pid(), 120);
        await().atMost(TIMEOUT).until(() -> screen().substring(before).contains("payments-settlement-eu-west-1"));
        type(terminal, "\u001a");
        await().atMost(TIMEOUT).until(() -> screen().endsWith(LEAVE));
        Processes.signal("CONT", watch.pid());
        await().atMost(TIMEOUT).until(() -> screen().lastIndexOf(ENTER) > screen().lastIndexOf(LEAVE));
        type(terminal, "\u0003");
        assertEndedAndRestored(terminal);
    }

    private static void resize(long pid, int columns) throws Exception {
        String command = "stty rows 20 cols " + columns + " </proc/" + pid + "/fd/1";
        assertThat(new ProcessBuilder("sh", "-c", command).start().waitFor()).isZero();
    }

    private void assertEndedAndRestored(Process terminal) throws Exception {
        assertThat(terminal.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(terminal.exitValue()).isZero();
        assertThat(screen()).contains(ENTER);
        assertThat(screen().substring(screen().lastIndexOf(ENTER))).contains(LEAVE);
        assertThat(directory.resolve("mode-after")).hasSameTextualContentAs(directory.resolve("mode-before"));
        assertThat(BatonProcess.leftovers(directory))
                .noneMatch(file -> file.getFileName().toString().startsWith("baton-demo"));
    }

    private Process onTerminal(String... args) throws IOException {
        List<String> words = new ArrayList<>(BatonProcess.command(directory, args));
        words.add(words.indexOf("-cp"), "-Dbaton.terminal=true");
        String line = words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(
                        " ", "trap : INT; stty -g >mode-before; ", "; code=$?; stty -g >mode-after; exit $code"));
        Process terminal = new ProcessBuilder("env", "--default-signal", "script", "-qec", line, "/dev/null")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("screen").toFile())
                .start();
        started.add(terminal);
        return terminal;
    }

    /** Returns the epoch of the last takeover that the demo has shown; 0 before the first. */
    private long lastTakeover() {
        return TAKEOVER.matcher(screen())
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .max()
                .orElse(0);
    }

    private String screen() {
        try {
            return Files.readString(directory.resolve("screen"));
        } catch (IOException cut) {
            return "";
        }
    }

    private static void type(Process terminal, String keys) throws IOException {
        terminal.getOutputStream().write(keys.getBytes(StandardCharsets.US_ASCII));
        terminal.getOutputStream().flush();
    }
}
