package dev.baton.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One client's connection through a faulty network: two sockets and two threads that copy. */
final class ProxiedConnection {
    private final Socket client;
    private final Socket server;
    private final NetworkConditions weather;
    private final Consumer<ProxiedConnection> onEnd;
    private final AtomicInteger directions = new AtomicInteger(2);
    private volatile boolean halfOpen;

    ProxiedConnection(Socket client, Socket server, NetworkConditions weather, Consumer<ProxiedConnection> onEnd) {
        this.client = client;
        this.server = server;
        this.weather = weather;
        this.onEnd = onEnd;
    }

    void start() throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        copy(client, server, "fault-proxy-up");
        copy(server, client, "fault-proxy-down");
    }

    private void copy(Socket from, Socket to, String name) {
        Thread thread = new Thread(() -> pump(from, to), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void pump(Socket from, Socket to) {
        byte[] bytes = new byte[16 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                deliver(bytes, count, out);
            }
            weather.await(System.nanoTime());
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

    private void deliver(byte[] bytes, int count, OutputStream out) throws IOException, InterruptedException {
        weather.await(System.nanoTime());
        int slice = weather.slice();
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

    /** The server sees the end; the client sees nothing. */
    void halfOpen() {
        halfOpen = true;
        close(server);
    }

    void reset() {
        reset(client);
        reset(server);
        onEnd.accept(this);
    }

    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException gone) {
            // A socket that is gone already needs no reset.
            return;
        }
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            return;
        }
    }
}
