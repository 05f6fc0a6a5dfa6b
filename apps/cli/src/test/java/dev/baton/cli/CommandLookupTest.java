package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the leash finds out, before the start, that a command does not exist. */
class CommandLookupTest {
    @TempDir
    Path directory;

    private String check(String path, String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        LeashScript.text(),
                        "baton-runner",
                        "check_command",
                        "marker",
                        "-",
                        "-",
                        "0",
                        "0",
                        "-",
                        "-",
                        "-",
                        "-",
                        command)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().put("PATH", path);
        return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin:", ":/bin", "/bin::/usr/bin"})
    void emptyEntryOfThePathIsTheCurrentFolder(String path) throws IOException {
        assertThat(Files.createFile(directory.resolve("job")).toFile().setExecutable(true))
                .isTrue();
        assertThat(check(path, "job")).isEmpty();
        assertThat(check("/bin", "job")).isEqualTo("baton: job: not found\n");
    }

    @Test
    void fileThatCannotBeExecutedIsNamed() throws IOException {
        Files.createFile(directory.resolve("job"));
        assertThat(check("/bin", "./job")).isEqualTo("baton: ./job: cannot be executed\n");
        assertThat(check("/bin", "./none")).isEqualTo("baton: ./none: not found\n");
    }
}
