package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a command inherits from the environment of baton, past the shells between them. */
class CommandEnvironmentTest {
    private static final Map<String, String> VARIABLES = Map.ofEntries(
            Map.entry("level", "debug"),
            Map.entry("mode", "prod"),
            Map.entry("pid", "7"),
            Map.entry("now", "soon"),
            Map.entry("_b_now", "never"),
            Map.entry("_b_env_count", "1000"),
            Map.entry("PPID", "12"),
            Map.entry("IFS", ","),
            Map.entry("BASH_VERSION", "none"),
            Map.entry("RANDOM", "seed"),
            Map.entry("FUNCNEST", "1"),
            Map.entry("GLOBIGNORE", "/proc/*"),
            Map.entry("spring.datasource.url", "jdbc:x?a=b c'\"$d"),
            Map.entry("a-b", "dash"));

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"dash, auto", "bash, auto", "bash, marker"})
    void commandGetsTheEnvironmentUnchanged(String shell, String leash) throws IOException {
        assumeThat(Path.of("/bin", shell)).exists();
        Path tools = Files.createDirectory(directory.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("sh"), Path.of("/bin", shell));
        Map<String, String> variables = new HashMap<>(VARIABLES);
        variables.put("PATH", tools + ":" + System.getenv("PATH"));
        BatonProcess baton = start(leash, variables);
        assertThat(baton.exitCode()).isZero();
        assertThat(baton.out().lines()).containsAll(lines(variables));
        assertThat(baton.out()).doesNotContain("BATON_LEASH_SCRIPT", "_b_env_1=");
    }

    @ParameterizedTest
    @EnumSource(
            value = LeashLevel.class,
            names = {"MARKER", "VARIABLE"})
    void marksOfAnOuterLeashStayAndNothingElse(LeashLevel level) {
        BatonProcess baton = BatonProcess.start(
                directory,
                level == LeashLevel.MARKER ? List.of() : List.of("prlimit", "--rttime=200000:200000", "--"),
                Map.of("BATON_LEASH", "of-others 4000000001 "),
                "run",
                "job",
                "--on",
                "file:" + directory.resolve("store"),
                "--leash",
                "marker",
                "--",
                "env");
        assertThat(baton.exitCode()).isZero();
        assertThat(baton.out()).containsPattern("(?m)^BATON_LEASH=4000000001 4[0-9]{9}$");
        assertThat(baton.err().contains("weak leash: marker")).isEqualTo(level == LeashLevel.VARIABLE);
    }

    private BatonProcess start(String leash, Map<String, String> variables) {
        return BatonProcess.start(
                directory,
                variables,
                "run",
                "job",
                "--on",
                "file:" + directory.resolve("store"),
                "--leash",
                leash,
                "--",
                "env");
    }

    private static List<String> lines(Map<String, String> variables) {
        return variables.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .toList();
    }
}
