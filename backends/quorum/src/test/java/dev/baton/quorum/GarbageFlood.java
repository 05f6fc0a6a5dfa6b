package dev.baton.quorum;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A stranger that opens up to 5,000 connections a second to the given ports, sends garbage over them, and resets them. It
 * never waits for a connection: those that the member has not accepted yet count too.
 */
record GarbageFlood(List<Integer> ports) {
    private static final int AT_ONCE = 50;
    private static final long PAUSE_NANOS = 10_000_000;
    private static final int OPEN = 1_000;

    /** Floods until it is over, and at least with this number of connections, or until it is interrupted; returns their number. */
    int run(int atLeast, BooleanSupplier over) throws IOException {
        ArrayDeque<SocketChannel> open = new ArrayDeque<>();
        int count = 0;
        try {
            long next = System.nanoTime();
            while (!Thread.interrupted() && (count < atLeast || !over.getAsBoolean())) {
                for (int i = 0; i < AT_ONCE; i++) {
                    open.add(connect(ports.get(count % ports.size())));
                    count++;
                }
                while (open.size() > OPEN) {
                    sendGarbage(open.remove());
                }
                next += PAUSE_NANOS;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        } finally {
            for (SocketChannel channel : open) {
                channel.close();
            }
        }
        return count;
    }

    private static SocketChannel connect(int port) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        try {
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException refused) {
            channel.close();
        }
        return channel;
    }

    private static void sendGarbage(SocketChannel channel) throws IOException {
        try (channel) {
            if (channel.isOpen() && channel.finishConnect()) {
                channel.write(ByteBuffer.allocate(600));
            }
        } catch (IOException refused) {
            // The member has closed it.
        }
    }
}
