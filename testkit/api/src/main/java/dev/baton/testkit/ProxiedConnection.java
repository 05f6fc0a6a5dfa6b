package dev.baton.testkit;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One connection through a {@link FaultProxy}: two sockets, and a thread for each direction. */
final class ProxiedConnection {
    private final Socket client;
    private final Socket server;
    private final NetworkConditions conditions;
    private final Consumer<ProxiedConnection> onEnd;
    private final AtomicInteger directions = new AtomicInteger(2);
    private volatile boolean halfOpen;

    ProxiedConnection(Socket client, Socket server, NetworkConditions conditions, Consumer<ProxiedConnection> onEnd) {
        this.client = client;
        this.server = server;
        this.conditions = conditions;
        this.onEnd = onEnd;
    }

    void start() throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        NamedThreads.start("fault-proxy-up", () -> pump(client, server));
        NamedThreads.start("fault-proxy-down", () -> pump(server, client));
    }

    private void pump(Socket from, Socket to) {
        byte[] bytes = new byte[16 * 1024];
        try {
            InputStream in = from.getInputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                deliver(bytes, count, to);
            }
            conditions.await(System.nanoTime(), from == server);
            if (!halfOpen) {
                to.shutdownOutput();
            }
        } catch (IOException gone) {
            if (!halfOpen) {
                reset();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            if (directions.decrementAndGet() == 0 && !halfOpen) {
                onEnd.accept(this);
            }
        }
    }

    private void deliver(byte[] bytes, int count, Socket to) throws IOException, InterruptedException {
        OutputStream out = to.getOutputStream();
        conditions.await(System.nanoTime(), to == client);
        conditions.traffic();
        int slice = conditions.slice();
        for (int at = 0; at < count; at += slice) {
            if (halfOpen) {
                return;
            }
            out.write(bytes, at, Math.min(slice, count - at));
            out.flush();
            if (slice == Integer.MAX_VALUE) {
                return;
            }
        }
    }

    /** Closes the connection for the server only. */
    void halfOpen() {
        halfOpen = true;
        try {
            server.close();
        } catch (IOException gone) {
            // Already closed.
        }
    }

    void reset() {
        reset(client);
        reset(server);
        onEnd.accept(this);
    }

    static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException gone) {
            // Already closed.
        }
    }
}
