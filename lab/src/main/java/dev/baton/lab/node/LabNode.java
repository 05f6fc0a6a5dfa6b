package dev.baton.lab.node;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node as a process, as the command starts it. */
final class LabNode implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private static final long PATIENCE_SECONDS = 120;

    private final List<String> command = new ArrayList<>();
    private final int port;
    private @Nullable Process process;

    LabNode(String id, String on, String store, Path directory) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.baton.cli.Main", "node"));
        command.addAll(List.of("--id", id, "--listen", "127.0.0.1:" + port, "--on", on, "--store", store));
        command.addAll(List.of("--data-dir", directory.toString()));
    }

    void start() throws IOException {
        start(List.of());
    }

    /** Starts it with something before its command. */
    void start(List<String> prefix) throws IOException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(command);
        process = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    void awaitRole(String role) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() - until < 0) {
            if (send("GET", "/role", "").contains("\"role\":\"" + role + "\"")) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new IOException("a node was never " + role);
    }

    /** When it accepted a write, asked as fast as it answers. */
    long awaitAcceptedWrite() throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() - until < 0) {
            if (send("POST", "/v1/jobs", "{\"name\":\"lab\"}").contains("\"queued\"")) {
                return System.nanoTime();
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new IOException("a node never accepted a write");
    }

    private String send(String method, String path, String body) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(Duration.ofSeconds(10))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.ofString()).body();
        } catch (IOException unreachable) {
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            running.onExit().join();
        }
    }
}
