package dev.baton.testkit;

import dev.baton.support.thread.NamedThreads;
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
 * A TCP proxy in front of one server that simulates network faults. Faults apply to open and to new connections until
 * {@link #heal}.
 *
 * <pre>{@code
 * try (FaultProxy proxy = FaultProxy.to("localhost", 5432)) {
 *     Baton baton = Baton.connect("postgres://localhost:" + proxy.port() + "/app");
 *     proxy.blackhole();
 * }
 * }</pre>
 */
public final class FaultProxy implements AutoCloseable {
    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final NetworkConditions conditions = new NetworkConditions();
    private volatile boolean refusing;

    private FaultProxy(InetSocketAddress listen, InetSocketAddress server) throws IOException {
        this.server = server;
        this.listener = new ServerSocket(listen.getPort(), 200, listen.getAddress());
        NamedThreads.start("fault-proxy", this::accept);
    }

    /** Starts a proxy in front of the given server, without faults. */
    public static FaultProxy to(String host, int port) {
        return between(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new InetSocketAddress(host, port));
    }

    /** Starts a proxy that listens at an address of this machine, in front of the given server, without faults. */
    public static FaultProxy between(InetSocketAddress listen, InetSocketAddress server) {
        try {
            return new FaultProxy(listen, server);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the port at which the proxy listens, unless an address was given on the loopback interface. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Returns the number of open connections. */
    public int connections() {
        return connections.size();
    }

    /** Delays all data. */
    public void delay(Duration by) {
        conditions.delay(by);
    }

    /** Calls the hook each time before data is delivered, in either direction. {@link #heal} does not end it. */
    public void onTraffic(Runnable hook) {
        conditions.onTraffic(hook);
    }

    /** Limits the number of bytes that are delivered at once. */
    public void slice(int bytes) {
        conditions.slice(bytes);
    }

    /** Drops all packets: open connections stay open but silent, and new ones hang. */
    public void blackhole() {
        conditions.hold();
    }

    /** Drops all packets from the server: requests still arrive, but nobody receives a reply. */
    public void blackholeReplies() {
        conditions.holdReplies();
    }

    /** Closes all connections for the server only; clients still see them open. */
    public void halfOpen() {
        connections.forEach(ProxiedConnection::halfOpen);
    }

    /** Resets all open connections. New ones are served. */
    public void reset() {
        connections.forEach(ProxiedConnection::reset);
    }

    /** Resets all open and all new connections. */
    public void refuse() {
        refusing = true;
        reset();
    }

    /** Ends all faults and delivers the delayed data. */
    public void heal() {
        refusing = false;
        conditions.clear();
    }

    @Override
    public void close() {
        // A connection that is being accepted now must not outlive the proxy.
        refusing = true;
        try {
            listener.close();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } finally {
            conditions.clear();
            reset();
        }
    }

    private void accept() {
        boolean open = true;
        while (open) {
            try {
                serve(listener.accept());
            } catch (IOException ended) {
                // The proxy is closing, or a client disconnected early.
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
        ProxiedConnection connection = new ProxiedConnection(client, upstream, conditions, connections::remove);
        connections.add(connection);
        connection.start();
        if (refusing) {
            connection.reset();
        }
    }
}
