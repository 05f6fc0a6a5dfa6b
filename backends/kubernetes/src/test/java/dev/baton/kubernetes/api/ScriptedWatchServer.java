package dev.baton.kubernetes.api;

import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.kubernetes.KubeTestServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An API server that answers lists and watches in the given order, and keeps each watch open without further events. */
public final class ScriptedWatchServer implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> watched = new CopyOnWriteArrayList<>();
    private final AtomicInteger lists = new AtomicInteger();
    private final List<String> listings;
    private final List<String> events;

    /**
     * Starts the server.
     *
     * @param listings the answer to each list; the last one is repeated
     * @param events the one event that each watch sends
     */
    public ScriptedWatchServer(List<String> listings, List<String> events) throws IOException {
        this.listings = listings;
        this.events = events;
        NamedThreads.start("scripted-watch-accept", this::accept);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                open.add(socket);
                NamedThreads.start("scripted-watch", () -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            String target = "";
            String key = "";
            for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
                if (line.startsWith("GET ")) {
                    target = line.substring(4, line.indexOf(' ', 4));
                } else if (line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:")) {
                    key = line.substring(line.indexOf(':') + 1).trim();
                }
            }
            if (key.isEmpty()) {
                answer(socket, target);
            } else {
                watch(socket, target, key);
            }
        } catch (IOException ended) {
            // The client has closed the connection.
        }
    }

    private void answer(Socket socket, String target) throws IOException {
        boolean list = target.contains("Selector=");
        String body = list
                ? listings.get(Math.min(lists.getAndIncrement(), listings.size() - 1))
                : "{\"message\":\"not found\"}";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        OutputStream out = socket.getOutputStream();
        out.write(("HTTP/1.1 " + (list ? "200 OK" : "404 Not Found") + "\r\nContent-Length: " + bytes.length
                        + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        out.write(bytes);
        out.flush();
        socket.close();
    }

    private void watch(Socket socket, String target, String key) throws IOException {
        int number = watched.size();
        watched.add(target);
        OutputStream out = socket.getOutputStream();
        out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + accepted(key) + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        if (number < events.size()) {
            out.write(textFrame(events.get(number)));
        }
        out.flush();
    }

    private static String accepted(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static byte[] textFrame(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(0x81);
        frame.write(126);
        frame.write(bytes.length >> 8);
        frame.write(bytes.length);
        frame.writeBytes(bytes);
        return frame.toByteArray();
    }

    /** Returns the targets of the watches so far. */
    public List<String> watched() {
        return watched;
    }

    public String kubeconfig() {
        return KubeTestServer.text("server: http://127.0.0.1:" + server.getLocalPort(), "secret");
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
