package dev.baton.node.agent;

import dev.baton.node.job.JobOutput;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The last part of a command's output, and how much there was of it in all. Both are about the text that is stored: what is
 * not UTF-8, or cannot be stored, is U+FFFD.
 */
final class OutputTail {
    private static final int CAPACITY = 16 * 1024;
    private static final int CHUNK = 4096;

    private byte[] tail = {};
    private long total;

    /** Starts a thread that reads the output to its end. */
    Thread follow(InputStream output) {
        return NamedThreads.start("agent-output", () -> copy(output));
    }

    private void copy(InputStream output) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        // What is left over of a character that two chunks share has at most three bytes.
        ByteBuffer bytes = ByteBuffer.allocate(CHUNK + 4);
        CharBuffer text = CharBuffer.allocate(CHUNK + 4);
        byte[] chunk = new byte[CHUNK];
        try (output) {
            for (int count = output.read(chunk); count >= 0; count = output.read(chunk)) {
                bytes.put(chunk, 0, count).flip();
                decoder.decode(bytes, text, false);
                bytes.compact();
                add(text);
            }
        } catch (IOException ended) {
            // The command was stopped; its output so far is kept.
        }
        decoder.decode(bytes.flip(), text, true);
        decoder.flush(text);
        add(text);
    }

    private synchronized void add(CharBuffer text) {
        byte[] added = text.flip().toString().replace('\0', '\uFFFD').getBytes(StandardCharsets.UTF_8);
        text.clear();
        total += added.length;
        byte[] all = Arrays.copyOf(tail, tail.length + added.length);
        System.arraycopy(added, 0, all, tail.length, added.length);
        tail = Arrays.copyOfRange(all, start(all), all.length);
    }

    /** Returns where the part begins that is kept: not inside a character. */
    private static int start(byte[] all) {
        int start = Math.max(0, all.length - CAPACITY);
        while (start > 0 && start < all.length && (all[start] & 0xC0) == 0x80) {
            start++;
        }
        return start;
    }

    synchronized JobOutput soFar() {
        return new JobOutput(new String(tail, StandardCharsets.UTF_8), Optional.of(total));
    }
}
