package dev.baton.node.agent;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The last part of a command's output. */
final class OutputTail {
    private static final int CAPACITY = 16 * 1024;

    private byte[] tail = {};

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
        byte[] all = Arrays.copyOf(tail, tail.length + count);
        System.arraycopy(bytes, 0, all, tail.length, count);
        tail = Arrays.copyOfRange(all, Math.max(0, all.length - CAPACITY), all.length);
    }

    synchronized String text() {
        return new String(tail, StandardCharsets.UTF_8);
    }
}
