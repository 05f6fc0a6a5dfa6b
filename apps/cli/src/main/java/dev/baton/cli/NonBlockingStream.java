package dev.baton.cli;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A stream that never blocks its writers: a terminal stopped with Ctrl-S, or a full pipe, must not delay the thread that
 * renews. When the buffer is full, output is dropped, and a line reports that.
 */
final class NonBlockingStream extends OutputStream {
    private static final int CAPACITY = 1 << 20;
    private static final byte[] DROPPED =
            "baton: lines were dropped here, because they were not read in time\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream target;
    private final BlockingQueue<byte[]> pending = new LinkedBlockingQueue<>();
    /** One permit for each byte that fits into the buffer. */
    private final Semaphore space = new Semaphore(CAPACITY);

    private boolean dropping;
    private boolean started;

    NonBlockingStream(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int single) {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        if (!started) {
            started = true;
            NamedThreads.start("stderr", this::writePending);
        }
        byte[] report = dropping ? DROPPED : new byte[0];
        dropping = !space.tryAcquire(report.length + length);
        if (!dropping) {
            pending.add(report);
            pending.add(Arrays.copyOfRange(bytes, from, from + length));
        }
    }

    /** Waits until everything is written, or until the timeout. */
    void awaitWritten(Duration timeout) {
        try {
            if (space.tryAcquire(CAPACITY, timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                space.release(CAPACITY);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void writePending() {
        try {
            while (true) {
                byte[] next = pending.take();
                try {
                    target.write(next);
                } catch (IOException closed) {
                    // There is no other stream to report this on.
                }
                space.release(next.length);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
