package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process is suspended only as long as no CONT follows. The stopper writes to a file instead of stopping the tests. */
// PG-10
class JobControlTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final List<String> sent = new CopyOnWriteArrayList<>();

    private Path log() {
        return directory.resolve("log");
    }

    private String logged() throws IOException {
        return Files.exists(log()) ? Files.readString(log()) : "";
    }

    private List<String> stopper() {
        return List.of(
                "sh",
                "-c",
                "read -r stop || exit 0; echo stopped >>\"$0\"; read -r resume && echo resumed >>\"$0\"; exit 0",
                log().toString());
    }

    @Test
    void contWhileTheCommandsAreBeingStoppedCancelsTheSuspension() throws IOException {
        JobControl[] control = new JobControl[1];
        control[0] = new JobControl(
                name -> {
                    sent.add(name);
                    if (name.equals("STOP")) {
                        control[0].resume();
                    }
                },
                stopper());
        control[0].suspend();
        assertThat(logged()).isEmpty();
        assertThat(sent).startsWith("STOP").endsWith("CONT");
    }

    @Test
    void contThatIsReportedTogetherWithTheTstpCancelsTheSuspension() throws IOException {
        JobControl control = new JobControl(sent::add, stopper());
        control.resume();
        control.suspend();
        assertThat(logged()).isEmpty();
        assertThat(sent).containsOnly("CONT");
    }

    @Test
    void contAfterTheOrderToStopResumesThisProcessAlsoIfTheStopCameLater() throws Exception {
        JobControl control = new JobControl(sent::add, stopper());
        CompletableFuture<Void> suspension = CompletableFuture.runAsync(control::suspend);
        await().atMost(TIMEOUT).until(() -> logged().equals("stopped\n"));
        assertThat(sent).containsExactly("STOP");
        control.resume();
        suspension.get(30, TimeUnit.SECONDS);
        assertThat(logged()).isEqualTo("stopped\nresumed\n");
        assertThat(sent).startsWith("STOP").endsWith("CONT").containsOnlyOnce("STOP");
    }

    @Test
    void commandsGoOnIfThisProcessCannotBeStopped() {
        new JobControl(sent::add, List.of("sh", "-c", "read -r stop; exit 1")).suspend();
        new JobControl(sent::add, List.of(directory.resolve("absent").toString())).suspend();
        assertThat(sent).containsExactly("STOP", "CONT", "STOP", "CONT");
    }
}
