package dev.baton.quorum.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A connection that was begun.
 *
 * @param refusal why it failed at once, if it did
 */
record PendingConnection(
        SocketChannel channel, boolean connected, @Nullable IOException refusal) {

    static PendingConnection to(InetSocketAddress address) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        try {
            return new PendingConnection(channel, channel.connect(address), null);
        } catch (IOException failed) {
            return new PendingConnection(channel, false, failed);
        }
    }

    SelectionKey register(Selector selector) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        return channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
    }
}
