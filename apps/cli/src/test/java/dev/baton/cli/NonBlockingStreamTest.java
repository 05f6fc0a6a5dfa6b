package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// API-4: a log that is not read delays neither renewal nor expiry
@Timeout(30)
class NonBlockingStreamTest {
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CountDownLatch reading = new CountDownLatch(1);
    private final NonBlockingStream stream = new NonBlockingStream(new OutputStream() {
        @Override
        public void write(int single) {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            try {
                reading.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            read.write(bytes, from, length);
        }
    });

    @Test
    void neverBlocksTheWriterAndDropsOnlyWhatExceedsTheBuffer() {
        PrintStream out = new PrintStream(stream, true, StandardCharsets.UTF_8);
        for (int i = 0; i < 100_000; i++) {
            out.println("an unread line " + i);
        }
        stream.awaitWritten(Duration.ofMillis(1));
        assertThat(read.size()).isZero();
        reading.countDown();
        stream.awaitWritten(Duration.ofSeconds(20));
        out.println("the last line");
        stream.awaitWritten(Duration.ofSeconds(20));
        assertThat(read.toString(StandardCharsets.UTF_8))
                .startsWith("an unread line 0")
                .contains("lines were dropped here")
                .endsWith("the last line" + System.lineSeparator())
                .hasSizeLessThan(2_000_000);
    }
}
