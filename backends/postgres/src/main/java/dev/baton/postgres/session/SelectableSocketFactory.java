package dev.baton.postgres.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;

/** Creates the driver's sockets. The code that opens a connection gets its socket by a token. */
public final class SelectableSocketFactory extends SocketFactory {
    private static final Map<String, SelectableSocket> CREATED = new ConcurrentHashMap<>();

    private final String token;

    /** Called by the driver with a unique token. */
    public SelectableSocketFactory(String token) {
        this.token = token;
    }

    /** Removes and returns the last socket that was created for the token. */
    public static Optional<SelectableSocket> take(String token) {
        return Optional.ofNullable(CREATED.remove(token));
    }

    @Override
    public Socket createSocket() throws IOException {
        SelectableSocket socket = new SelectableSocket();
        CREATED.put(token, socket);
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return createSocket(host, port);
    }

    private Socket connected(InetSocketAddress address) throws IOException {
        Socket socket = createSocket();
        socket.connect(address);
        return socket;
    }
}
