package dev.baton.file.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.file.record.EpochSlots;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ShortWriteTest {
    @TempDir
    Path directory;

    @Test // FENCE-1
    @Timeout(60)
    void rollsBackIncompleteEpochWrite() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShortWriteMain.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assumeTrue(!output.contains("no prlimit"), "the size of files cannot be limited here");
        assertThat(output).contains("bytes: " + EpochSlots.SLOT_BYTES);
    }
}
