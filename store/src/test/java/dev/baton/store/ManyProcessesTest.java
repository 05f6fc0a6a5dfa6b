package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eight processes that meet a database which is not there yet. */
class ManyProcessesTest {
    private static final int PROCESSES = 8;

    @TempDir
    Path folder;

    @Test // LEASE-1, LEASE-10
    void eightProcessesCreateOneSqliteStoreAndOneRecord() throws Exception {
        race("sqlite:" + folder.resolve("new.db"));
    }

    @Test // LEASE-1, LEASE-10
    void eightProcessesCreateOnePostgresStoreAndOneRecord() throws Exception {
        PostgresTestServer server = TestServers.newest();
        race(server.url("postgres", server.newDatabase()));
    }

    private static void race(String url) throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(start(url, "writer " + i));
        }
        for (Process process : processes) {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        }
        List<String> outcomes = new ArrayList<>();
        for (Process process : processes) {
            outcomes.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim());
            assertThat(process.waitFor()).isZero();
        }
        assertThat(outcomes).filteredOn("Stored"::equals).hasSize(1);
        assertThat(outcomes).filteredOn("Conflict"::equals).hasSize(PROCESSES - 1);
        try (ObjectStore store = ObjectStore.open(url)) {
            assertThat(store.get(new ObjectKey("race", "counter")).orElseThrow().payload())
                    .isEqualTo(Integer.toString(PROCESSES * 20));
        }
    }

    private static Process start(String url, String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WriterMain.class.getName(),
                        url,
                        name)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
