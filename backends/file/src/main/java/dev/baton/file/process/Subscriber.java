package dev.baton.file.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** A process that listens to this one. What it does not read in time is dropped. Mesh thread only. */
final class Subscriber {
    private static final int MOST_BYTES = 256 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Deque<ByteBuffer> queue = new ArrayDeque<>();
    private final LineDecoder lines = new LineDecoder();
    private int queued;
    private boolean lagging;

    Subscriber(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    LineDecoder lines() {
        return lines;
    }

    SocketChannel channel() {
        return channel;
    }

    void send(String line) throws IOException {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        if (queued + bytes.length > MOST_BYTES) {
            lagging = true;
            return;
        }
        queue.add(ByteBuffer.wrap(bytes));
        queued += bytes.length;
        flush();
    }

    void flush() throws IOException {
        while (!queue.isEmpty()) {
            ByteBuffer next = queue.getFirst();
            queued -= channel.write(next);
            if (next.hasRemaining()) {
                key.interestOpsOr(SelectionKey.OP_WRITE);
                return;
            }
            queue.removeFirst();
            if (queue.isEmpty() && lagging) {
                lagging = false;
                byte[] bytes =
                        WakeupMessage.of(WakeupMessage.Kind.LAGGED).line().getBytes(StandardCharsets.UTF_8);
                queue.add(ByteBuffer.wrap(bytes));
                queued += bytes.length;
            }
        }
        key.interestOpsAnd(~SelectionKey.OP_WRITE);
    }
}
