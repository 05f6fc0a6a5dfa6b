package dev.baton.node.agent;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The last part of a command's output. */
final class OutputTail {
    private static final int CAPACITY = 16 * 1024;

    private final byte[] buffer = new byte[CAPACITY];
    private long written;

    /** Starts a thread that reads the output to its end. */
    Thread follow(InputStream output) {
        return NamedThreads.start("agent-output", () -> copy(output));
    }

    private void copy(InputStream output) {
        byte[] chunk = new byte[4096];
        try (output) {
            for (int count = output.read(chunk); count >= 0; count = output.read(chunk)) {
                add(chunk, count);
            }
        } catch (IOException ended) {
            // The command was stopped; its output so far is kept.
        }
    }

    private synchronized void add(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            buffer[(int) (written++ % CAPACITY)] = bytes[i];
        }
    }

    synchronized String text() {
        byte[] tail = new byte[(int) Math.min(written, CAPACITY)];
        for (int i = 0; i < tail.length; i++) {
            tail[i] = buffer[(int) ((written - tail.length + i) % CAPACITY)];
        }
        return new String(tail, StandardCharsets.UTF_8);
    }
}
