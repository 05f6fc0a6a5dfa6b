package dev.baton.examples.harness;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A relay on a loopback port: one topic per key, one thread per connection. */
final class RelayServer implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket serverSocket;
    private final Map<String, RelayTopic> topics = new ConcurrentHashMap<>();
    private final Set<JsonLineChannel> channels = ConcurrentHashMap.newKeySet();

    private RelayServer(ServerSocket serverSocket) {
        this.serverSocket = serverSocket;
    }

    /** Starts a relay on the port, or on any free port if it is 0. */
    static RelayServer start(int port) throws IOException {
        RelayServer server = new RelayServer(new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()));
        NamedThreads.start("relay-accept", server::acceptConnections);
        return server;
    }

    int port() {
        return serverSocket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        serverSocket.close();
        channels.forEach(JsonLineChannel::close);
    }

    private void acceptConnections() {
        while (!serverSocket.isClosed()) {
            try {
                serve(serverSocket.accept());
            } catch (IOException failed) {
                // Skip a connection that failed at once. If the socket was closed, the loop ends.
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        JsonLineChannel channel = new JsonLineChannel(socket);
        channels.add(channel);
        RelayConnection connection =
                new RelayConnection(channel, key -> topics.computeIfAbsent(key, absent -> new RelayTopic()));
        NamedThreads.start("relay-connection", () -> {
            connection.run();
            channels.remove(channel);
        });
    }
}
