package dev.baton.cli;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * A stream that never blocks its writers: a terminal stopped with Ctrl-S, or a full pipe, must not delay the thread that
 * renews. When the buffer is full, output is dropped, and a line reports that.
 */
final class NonBlockingStream extends OutputStream {
    private static final int CAPACITY = 1 << 20;
    private static final byte[] DROPPED =
            "baton: lines were dropped here, because they were not read in time\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream target;
    private final Queue<byte[]> pending = new ArrayDeque<>();
    private int size;
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
        start();
        if (size + length > CAPACITY) {
            dropping = true;
            return;
        }
        if (dropping) {
            dropping = false;
            put(DROPPED);
        }
        put(Arrays.copyOfRange(bytes, from, from + length));
    }

    /** Waits until everything is written, or until the timeout. */
    synchronized void awaitWritten(Duration timeout) {
        long until = System.nanoTime() + timeout.toNanos();
        try {
            for (long left = timeout.toMillis(); size > 0 && left > 0; left = (until - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void put(byte[] bytes) {
        pending.add(bytes);
        size += bytes.length;
        notifyAll();
    }

    private void start() {
        if (!started) {
            started = true;
            NamedThreads.start("stderr", this::writePending);
        }
    }

    private void writePending() {
        try {
            while (true) {
                byte[] next = next();
                try {
                    target.write(next);
                } catch (IOException closed) {
                    // There is no other stream to report this on.
                }
                written(next);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized byte[] next() throws InterruptedException {
        while (pending.isEmpty()) {
            wait();
        }
        return pending.remove();
    }

    private synchronized void written(byte[] bytes) {
        size -= bytes.length;
        notifyAll();
    }
}
