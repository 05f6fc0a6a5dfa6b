package dev.baton.quorum.tcp;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Where a member listens, and the address under which others find it. */
final class ListeningSocket implements Closeable {
    private final ServerSocketChannel listener;
    private final String address;

    /** Listens from now on, and is ready for that selector. */
    ListeningSocket(TcpSettings settings, Selector selector) throws IOException {
        InetSocketAddress at = MemberAddress.parse(settings.listen()).current(System.nanoTime());
        if (at == null) {
            throw new IOException("cannot listen on " + settings.listen() + ": give an address instead of a name");
        }
        listener = ServerSocketChannel.open();
        listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        listener.bind(at, 1024);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        String here = at.getHostString() + ":" + port();
        address = settings.advertise().isEmpty() ? here : settings.advertise();
    }

    /** The next connection that waits to be accepted, if any. */
    @Nullable
    SocketChannel next() {
        return ConnectionEvidence.accepted(listener);
    }

    int port() {
        try {
            return ((InetSocketAddress) listener.getLocalAddress()).getPort();
        } catch (IOException closed) {
            throw new IllegalStateException("it is closed", closed);
        }
    }

    String address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
