package dev.baton.node.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The end of what a command prints. */
final class OutputTail {
    private static final int LONGEST = 16 * 1024;

    private final byte[] ring = new byte[LONGEST];
    private long written;

    /** Reads to the end, on a thread of its own. */
    Thread follow(InputStream output) {
        Thread reader = new Thread(() -> copy(output), "agent-output");
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    private void copy(InputStream output) {
        byte[] buffer = new byte[4096];
        try (output) {
            int count = output.read(buffer);
            while (count >= 0) {
                add(buffer, count);
                count = output.read(buffer);
            }
        } catch (IOException cut) {
            // The command was ended; what it said until then is kept.
        }
    }

    private synchronized void add(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            ring[(int) (written++ % LONGEST)] = bytes[i];
        }
    }

    synchronized String text() {
        int length = (int) Math.min(written, LONGEST);
        byte[] end = new byte[length];
        for (int i = 0; i < length; i++) {
            end[i] = ring[(int) ((written - length + i) % LONGEST)];
        }
        return new String(end, StandardCharsets.UTF_8);
    }
}
