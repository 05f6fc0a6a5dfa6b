package dev.baton.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * A stream whose writer never waits: a terminal that was stopped with Ctrl-S, or a full pipe, must not hold
 * up the thread that renews. What finds no room is dropped, and a line says so.
 */
final class NonBlockingStream extends OutputStream {
    private static final int ROOM = 1 << 20;
    private static final byte[] DROPPED =
            "baton: lines were dropped here, nobody read them\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream target;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
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
        if (size + length > ROOM) {
            dropping = true;
            return;
        }
        if (dropping) {
            dropping = false;
            put(DROPPED);
        }
        put(Arrays.copyOfRange(bytes, from, from + length));
    }

    /** Waits until all is written, or for so long. */
    synchronized void awaitWritten(Duration atMost) {
        long until = System.nanoTime() + atMost.toNanos();
        try {
            for (long left = atMost.toMillis(); size > 0 && left > 0; left = (until - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private void put(byte[] bytes) {
        waiting.add(bytes);
        size += bytes.length;
        notifyAll();
    }

    private void start() {
        if (!started) {
            started = true;
            Thread writer = new Thread(this::writeOn, "stderr");
            writer.setDaemon(true);
            writer.start();
        }
    }

    private void writeOn() {
        try {
            while (true) {
                byte[] next = next();
                writeNow(next);
                written(next);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized byte[] next() throws InterruptedException {
        while (waiting.isEmpty()) {
            wait();
        }
        return waiting.remove();
    }

    private void writeNow(byte[] bytes) {
        try {
            target.write(bytes);
        } catch (IOException closed) {
            // Nobody is left to tell.
        }
    }

    private synchronized void written(byte[] bytes) {
        size -= bytes.length;
        notifyAll();
    }
}
