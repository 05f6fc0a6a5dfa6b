package dev.baton.examples.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A relay on a loopback port: one room for each key, one thread for each connection. */
final class RelayServer implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket listening;
    private final Map<String, RelayRoom> rooms = new ConcurrentHashMap<>();
    private final Set<JsonLineChannel> channels = ConcurrentHashMap.newKeySet();

    private RelayServer(ServerSocket listening) {
        this.listening = listening;
    }

    /** Listens on the port, or on any that is free when it is 0. */
    static RelayServer start(int port) throws IOException {
        RelayServer server = new RelayServer(new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()));
        thread("relay-door", server::welcomeAll).start();
        return server;
    }

    int port() {
        return listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        channels.forEach(JsonLineChannel::close);
    }

    private void welcomeAll() {
        while (!listening.isClosed()) {
            try {
                welcome(listening.accept());
            } catch (IOException failed) {
                // One that could not be welcomed, or the end, which the loop sees.
            }
        }
    }

    private void welcome(Socket socket) throws IOException {
        JsonLineChannel channel = new JsonLineChannel(socket);
        channels.add(channel);
        RelayConnection connection =
                new RelayConnection(channel, key -> rooms.computeIfAbsent(key, fresh -> new RelayRoom()));
        thread("relay-connection", () -> {
                    connection.run();
                    channels.remove(channel);
                })
                .start();
    }

    private static Thread thread(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }
}
