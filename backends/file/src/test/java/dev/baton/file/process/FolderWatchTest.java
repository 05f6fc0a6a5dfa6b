package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.disk.FolderNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** FENCE-1: a leader notices at once that others find something else at the path of its store. */
@EnabledOnOs(OS.LINUX)
class FolderWatchTest {
    @TempDir
    Path folder;

    @Test // FENCE-1
    void noticesAFileSystemThatIsMountedOverTheFolder() throws Exception {
        Process process = new ProcessBuilder(
                        "unshare",
                        "-m",
                        "--propagation",
                        "private",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FolderWatchMain.class.getName(),
                        folder.toRealPath().toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(output.contains("mounted=true"), "this user may not mount: " + output);
        assertThat(output).contains("noticed=true");
    }

    @Test // FENCE-1: another program deletes what is being restored, and the kernel reports nothing more
    void restoresAgainIfThatFailed() throws Exception {
        DirectoryLayout layout = new DirectoryLayout(folder.toRealPath());
        Files.createDirectories(layout.locks());
        Files.createDirectories(layout.epochs());
        Path lock = Files.createFile(layout.locks().resolve("nightly.lock"));
        AtomicInteger attempts = new AtomicInteger();
        BooleanSupplier onLoss = () -> attempts.incrementAndGet() > 3;
        try (FolderWatch watch =
                new FolderWatch(layout, new FolderNames(layout.directory()), onLoss, Duration.ofHours(1))) {
            watch.start();
            Files.delete(lock);
            Awaitility.await().until(() -> attempts.get() > 3);
        }
    }

    @Test // FENCE-1: the heap was full for a moment
    void restoresAgainAfterAnError() throws Exception {
        DirectoryLayout layout = new DirectoryLayout(folder.toRealPath());
        Files.createDirectories(layout.locks());
        Files.createDirectories(layout.epochs());
        Path lock = Files.createFile(layout.locks().resolve("nightly.lock"));
        AtomicInteger attempts = new AtomicInteger();
        BooleanSupplier onLoss = () -> {
            if (attempts.incrementAndGet() == 1) {
                throw new OutOfMemoryError("test");
            }
            return true;
        };
        try (FolderWatch watch =
                new FolderWatch(layout, new FolderNames(layout.directory()), onLoss, Duration.ofHours(1))) {
            watch.start();
            Files.delete(lock);
            Awaitility.await().until(() -> attempts.get() > 1);
        }
    }
}
