package dev.baton.lab.nemesis.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Named pipes that nobody reads. */
class FullPipesTest {
    @TempDir
    Path folder;

    @Test
    void writerOfAFullPipeBlocks() throws Exception {
        Path pipe = folder.resolve("inner/pipe");
        Files.createDirectories(pipe.getParent());
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        // Opened for reading and writing, so that it does not wait for a writer.
        try (RandomAccessFile reader = new RandomAccessFile(pipe.toFile(), "rw")) {
            FullPipes.in(folder);
            Process writer = new ProcessBuilder("sh", "-c", "echo next > \"$0\"", pipe.toString()).start();
            boolean written = writer.waitFor(500, TimeUnit.MILLISECONDS);
            writer.destroyForcibly();
            assertThat(written).as("written to %s", reader.getFD()).isFalse();
        }
    }
}
