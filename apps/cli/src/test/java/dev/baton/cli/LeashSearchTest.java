package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the watchdog finds the processes of a command, whatever tools the machine has. */
// API-3: no process of a command outlives the leadership
class LeashSearchTest {
    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @ParameterizedTest
    @CsvSource({
        "MARKER, sh, works",
        "MARKER, sh, missing",
        "MARKER, sh, without -z",
        "MARKER, sh, stops early",
        "MARKER, bash, works",
        "VARIABLE, sh, works",
        "VARIABLE, sh, missing",
        "VARIABLE, bash, works"
    })
    void findsMarkedProcessAndNoOther(LeashLevel level, String shell, String grep) throws Exception {
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(level)).isEmpty();
        assumeThat(Path.of("/bin", shell)).exists();
        String outer = LeashMark.create();
        String inner = LeashMark.below(LeashMark.limit(outer)).orElseThrow();
        long own = start(level, outer, outer);
        long nested = start(level, inner, "of-others " + outer + " " + inner + " x");
        start(level, LeashMark.create(), LeashMark.create());
        assertThat(search(level, shell, grep, outer)).containsExactlyInAnyOrder(own, nested);
        assertThat(search(level, shell, grep, inner)).containsExactly(nested);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash"})
    void findsProcessesOfHiddenAndNestedControlGroups(String shell) throws Exception {
        assumeThat(Path.of("/bin", shell)).exists();
        Path group = directory.resolve("group");
        Map<String, Long> members = Map.of(".", 11L, "a", 12L, "a/b", 13L, ".hidden", 14L);
        for (Map.Entry<String, Long> member : members.entrySet()) {
            Path folder = Files.createDirectories(group.resolve(member.getKey()));
            Files.writeString(folder.resolve("cgroup.procs"), member.getValue() + "\n");
        }
        String list = "_b_runner=; _b_strays=; list_members \"" + group + "\"; echo $_b_strays";
        assertThat(run(shell, LeashLevel.CGROUP, "-", list).split(" "))
                .containsExactlyInAnyOrder("11", "12", "13", "14");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash"})
    void groupOfAStrangerWithTheSamePidIsNotSignalled(String shell) throws Exception {
        assumeThat(Path.of("/bin", shell)).exists();
        Process stranger = new ProcessBuilder("setsid", "sh", "-c", "echo; exec cat").start();
        started.add(stranger);
        assertThat(stranger.getInputStream().read()).isEqualTo('\n');
        long start = RunningCommand.ofPid(stranger.pid()).orElseThrow().startTime();
        String signal = "_b_group=" + stranger.pid() + " _b_group_start=%d; signal_group KILL; echo \"[$_b_group]\"";
        assertThat(run(shell, LeashLevel.VARIABLE, "-", signal.formatted(start - 1)))
                .isEqualTo("[]");
        assertThat(stranger.isAlive()).isTrue();
        assertThat(run(shell, LeashLevel.VARIABLE, "-", signal.formatted(start)))
                .isEqualTo("[" + stranger.pid() + "]");
        assertThat(stranger.waitFor()).isEqualTo(137);
    }

    private long start(LeashLevel level, String mark, String variable) throws IOException {
        String limit = LeashMark.limit(mark);
        List<String> words = new ArrayList<>();
        if (level == LeashLevel.MARKER) {
            words.addAll(List.of("prlimit", "--rttime=" + limit + ":" + limit, "--"));
        }
        words.addAll(List.of("sh", "-c", "echo; exec cat"));
        ProcessBuilder builder = new ProcessBuilder(words);
        if (level == LeashLevel.VARIABLE) {
            builder.environment().put("BATON_LEASH", variable);
        }
        Process process = builder.start();
        started.add(process);
        assertThat(process.getInputStream().read()).isEqualTo('\n');
        return process.pid();
    }

    private List<Long> search(LeashLevel level, String shell, String grep, String mark) throws Exception {
        Path tools = Files.createDirectories(directory.resolve("tools"));
        Path tool = tools.resolve("grep");
        switch (grep) {
            case "works" -> Files.writeString(tool, "#!/bin/sh\nexec " + grep() + " \"$@\"\n");
            case "without -z" -> Files.writeString(tool, "#!/bin/sh\nexit 2\n");
            case "stops early" -> Files.writeString(tool, "#!/bin/sh\nexec " + grep() + " -m1 -l . \"$5\"\n");
            default -> Files.deleteIfExists(tool);
        }
        assertThat(!Files.exists(tool) || tool.toFile().setExecutable(true)).isTrue();
        Files.writeString(directory.resolve("report"), "w\n");
        String functions = "exec 4>>\"$_b_report\" 5<\"$_b_report\"; PATH=" + tools
                + "; prepare_search; anything_lives; echo $_b_strays";
        String output = run(shell, level, mark, functions);
        return output.isEmpty()
                ? List.of()
                : List.of(output.split(" ", -1)).stream().map(Long::valueOf).toList();
    }

    private String run(String shell, LeashLevel level, String mark, String functions) throws Exception {
        Process process = new ProcessBuilder(
                        "/bin/" + shell,
                        "-c",
                        LeashScript.text(),
                        "baton-watchdog",
                        "eval",
                        level.word(),
                        mark,
                        "-",
                        "0",
                        "0",
                        directory.resolve("report").toString(),
                        "-",
                        "-",
                        "-",
                        functions)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    private static String grep() {
        return Files.isExecutable(Path.of("/bin/grep")) ? "/bin/grep" : "/usr/bin/grep";
    }
}
