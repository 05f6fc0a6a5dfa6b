package dev.baton.cli;

import dev.baton.support.thread.NamedThreads;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Forwards the connections of one participant of the demo to another one, unless the link between them is cut. */
final class DemoRelay implements Closeable {
    private static final int BUFFER_BYTES = 8_192;
    private static final int BACKLOG = 50;

    private final int target;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    /** @param target the port of the other participant on this machine */
    DemoRelay(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        NamedThreads.start("demo-relay", this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Closes all connections, and every new one at once. */
    void cut() {
        cut = true;
        open.forEach(DemoRelay::close);
    }

    /** Forwards connections again. */
    void restore() {
        cut = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                NamedThreads.start("demo-relay", () -> serve(client));
            } catch (IOException ended) {
                // The relay is closed, or the client has gone.
            }
        }
    }

    private void serve(Socket client) {
        open.add(client);
        try (client) {
            if (!cut) {
                connect(client);
            }
        } catch (IOException ended) {
            // The client sees a closed connection, as without a relay.
        } finally {
            open.remove(client);
        }
    }

    private void connect(Socket client) throws IOException {
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            NamedThreads.start("demo-relay", () -> forward(server, client));
            forward(client, server);
        }
    }

    /** Forwards data until one of the two connections ends, then closes the other one. */
    private static void forward(Socket source, Socket sink) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = source.getInputStream();
                OutputStream out = sink.getOutputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
            }
        } catch (IOException ended) {
            // Both are closed now.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // It is closed in any case.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
