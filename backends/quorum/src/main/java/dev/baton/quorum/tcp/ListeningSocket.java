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

/** The socket on which a member listens, and the address that it gives to its peers. */
final class ListeningSocket implements Closeable {
    private final ServerSocketChannel listener;
    private final String address;

    /** Starts listening and registers with the selector. */
    ListeningSocket(TcpSettings settings, Selector selector) throws IOException {
        InetSocketAddress at = MemberAddress.parse(settings.listen()).resolve(System.nanoTime());
        if (at == null) {
            throw new IOException("cannot listen on " + settings.listen() + ": use an IP address, not a host name");
        }
        listener = ServerSocketChannel.open();
        listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        listener.bind(at, 1024);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        address = settings.advertise().isEmpty() ? at.getHostString() + ":" + port() : settings.advertise();
    }

    /** Returns the next connection; null if there is none, it was closed already, or no file descriptor is left. */
    @Nullable
    SocketChannel accept() {
        try {
            return listener.accept();
        } catch (IOException failed) {
            return null;
        }
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    String address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
