package dev.baton.file.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** A process that receives the messages of this one. Messages beyond a full queue are dropped. Thread-safe. */
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

    /** Reads and writes as far as the socket allows; false at the end of the stream. */
    boolean serve(Consumer<String> received) throws IOException {
        if (key.isReadable() && !lines.read(channel, received)) {
            return false;
        }
        if (key.isWritable()) {
            synchronized (this) {
                flush();
            }
        }
        return true;
    }

    /**
     * Sends the message without waiting. Returns false if a part of it is left for {@link #serve}, for which the
     * selector must be woken.
     */
    synchronized boolean send(byte[] bytes) throws IOException {
        if (queuedBytes + bytes.length > MAX_QUEUED_BYTES) {
            lagging = true;
        } else {
            enqueue(bytes);
            flush();
        }
        return queue.isEmpty();
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
