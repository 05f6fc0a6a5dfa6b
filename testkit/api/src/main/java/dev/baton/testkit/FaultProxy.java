package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network that can be made to misbehave: a TCP proxy on the loopback interface, over real sockets, in
 * front of one server. Faults apply to connections that stand and to new ones, until {@link #heal}.
 */
public final class FaultProxy implements AutoCloseable {
    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final NetworkConditions weather = new NetworkConditions();
    private volatile boolean refusing;

    private FaultProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(this::accept, "fault-proxy");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** A proxy in front of this server, healthy to begin with. */
    public static FaultProxy to(String host, int port) {
        try {
            return new FaultProxy(new InetSocketAddress(host, port));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Where clients connect to, on the loopback interface. */
    public int port() {
        return listener.getLocalPort();
    }

    /** How many connections go through it now. */
    public int connections() {
        return connections.size();
    }

    /** Delivers everything this much later. */
    public void delay(Duration by) {
        weather.delay(by);
    }

    /** Delivers no more than this many bytes in one go. */
    public void slice(int bytes) {
        weather.slice(bytes);
    }

    /** Delivers nothing, as when packets are dropped: connections stand, and new ones hang. */
    public void blackhole() {
        weather.hold();
    }

    /** Ends all connections for the server, while clients see them stand, and never hear of them again. */
    public void halfOpen() {
        connections.forEach(ProxiedConnection::halfOpen);
    }

    /** Resets all connections; new ones are served. */
    public void reset() {
        connections.forEach(ProxiedConnection::reset);
    }

    /** Resets all connections, and new ones too. */
    public void refuse() {
        refusing = true;
        reset();
    }

    /** Ends every fault; what was held back is delivered. */
    public void heal() {
        refusing = false;
        weather.clear();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } finally {
            weather.clear();
            reset();
        }
    }

    private void accept() {
        boolean open = true;
        while (open) {
            try {
                serve(listener.accept());
            } catch (IOException ended) {
                // Either the proxy is closing, or one client gave up early.
                open = !listener.isClosed();
            }
        }
    }

    private void serve(Socket client) throws IOException {
        if (refusing) {
            ProxiedConnection.reset(client);
            return;
        }
        Socket upstream = new Socket();
        try {
            upstream.connect(server, 5_000);
        } catch (IOException unreachable) {
            ProxiedConnection.reset(client);
            return;
        }
        ProxiedConnection connection = new ProxiedConnection(client, upstream, weather, connections::remove);
        connections.add(connection);
        connection.start();
        if (refusing) {
            connection.reset();
        }
    }
}
