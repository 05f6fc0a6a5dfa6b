package dev.baton.file.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** A process that receives the messages of this one. Messages beyond a full queue are dropped. Mesh thread only. */
final class WakeupSubscriber {
    private static final int MAX_QUEUED_BYTES = 256 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Deque<ByteBuffer> queue = new ArrayDeque<>();
    private final LineDecoder lines = new LineDecoder();
    private int queuedBytes;
    private boolean lagging;

    WakeupSubscriber(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    SocketChannel channel() {
        return channel;
    }

    /** Writes and reads as far as the socket allows; false at the end of the stream. */
    boolean serve(Consumer<String> received) throws IOException {
        if (key.isWritable()) {
            flush();
        }
        return !key.isReadable() || lines.read(channel, received);
    }

    void send(WakeupMessage message) throws IOException {
        byte[] bytes = message.bytes();
        if (queuedBytes + bytes.length > MAX_QUEUED_BYTES) {
            lagging = true;
        } else {
            enqueue(bytes);
            flush();
        }
    }

    private void enqueue(byte[] bytes) {
        queue.add(ByteBuffer.wrap(bytes));
        queuedBytes += bytes.length;
    }

    private void flush() throws IOException {
        while (!queue.isEmpty()) {
            ByteBuffer next = queue.getFirst();
            queuedBytes -= channel.write(next);
            if (next.hasRemaining()) {
                key.interestOpsOr(SelectionKey.OP_WRITE);
                return;
            }
            queue.removeFirst();
            if (queue.isEmpty() && lagging) {
                lagging = false;
                enqueue(WakeupMessage.of(WakeupMessage.Kind.LAGGED).bytes());
            }
        }
        key.interestOpsAnd(~SelectionKey.OP_WRITE);
    }
}
