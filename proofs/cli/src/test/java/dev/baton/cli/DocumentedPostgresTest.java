package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the page about PostgreSQL run as written; only the address of the server is another one. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DocumentedPostgresTest {
    private static final String ADDRESS = "@db.example/";

    @TempDir
    Path directory;

    @Test // PG-10
    void doctorAndRunWorkAsWritten() throws Exception {
        try (PostgresTestServer server = TestServers.started("newest")) {
            server.run("postgres", "CREATE ROLE app LOGIN");
            server.run("postgres", "CREATE DATABASE app OWNER app");
            List<String> lines = firstShellBlock()
                    .lines()
                    .map(line -> line.replace(ADDRESS, "@localhost:" + server.port() + "/"))
                    .toList();
            assertThat(lines).hasSize(3).element(0).isEqualTo("export PGPASSWORD=…");
            writeBaton();

            Path report = directory.resolve("doctor.txt");
            Process doctor = shell(lines.get(0) + "\n" + lines.get(1), report);
            assertThat(doctor.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(doctor.exitValue()).as(Files.readString(report)).isZero();
            assertThat(Files.readString(report)).contains("privileges");

            Path dates = directory.resolve("run.txt");
            Process run = shell(lines.get(0) + "\nexec " + lines.get(2), dates);
            try {
                String url = "postgres://app@localhost:" + server.port() + "/app";
                await().atMost(Duration.ofSeconds(60))
                        .until(() ->
                                Cli.run("status", "nightly", "--on", url).out().contains("nightly  led by"));
                await("the command prints dates")
                        .until(() -> Files.readString(dates).matches("(?s).*\\d\\d:\\d\\d:\\d\\d.*"));
                Processes.signal("TERM", run.pid());
                assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(run.exitValue()).as(Files.readString(dates)).isZero();
            } finally {
                run.destroyForcibly();
            }
        }
    }

    private static String firstShellBlock() throws IOException {
        String page = Files.readString(root().resolve("docs/guide/store-postgres.md"));
        int start = page.indexOf("```sh\n") + "```sh\n".length();
        return page.substring(start, page.indexOf("```", start));
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(here.resolve("verify"))) {
            here = Objects.requireNonNull(here.getParent());
        }
        return here;
    }

    /** Writes the program that the page calls. */
    private void writeBaton() throws IOException {
        String words = BatonProcess.command(directory).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        Path program = Files.writeString(directory.resolve("baton"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private Process shell(String text, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", text)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("BATON_") || name.startsWith("PG"));
        return builder.start();
    }
}
