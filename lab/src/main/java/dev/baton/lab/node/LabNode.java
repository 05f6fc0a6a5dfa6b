package dev.baton.lab.node;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import java.io.File;
import java.io.IOException;
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

/** A node in its own process, as {@code baton node} starts it. */
final class LabNode implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private static final long TIMEOUT_SECONDS = 120;

    private final List<String> command;
    private final int port;
    private @Nullable Process process;

    LabNode(String id, String on, String store, Path directory) throws IOException {
        port = TrialDirectory.freePorts(1).get(0);
        List<String> flags = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");
        command = LabProcess.javaCommand(flags, "dev.baton.cli.Main");
        command.addAll(List.of("node", "--id", id, "--listen", "127.0.0.1:" + port, "--on", on, "--store", store));
        command.addAll(List.of("--data-dir", directory.toString()));
    }

    void start() throws IOException {
        start(List.of());
    }

    /** Starts the node with the given words before its command. */
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

    void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    void awaitRole(String role) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (System.nanoTime() - until < 0) {
            if (send("GET", "/role", "").contains("\"role\":\"" + role + "\"")) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new IOException("the node at " + url() + " did not become " + role + " within " + TIMEOUT_SECONDS + " s");
    }

    /** Sends writes until one is accepted, and returns that time in monotonic nanoseconds. */
    long awaitAcceptedWrite() throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (System.nanoTime() - until < 0) {
            if (send("POST", "/v1/jobs", "{\"name\":\"lab\"}").contains("\"queued\"")) {
                return System.nanoTime();
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new IOException("the node at " + url() + " did not accept a write within " + TIMEOUT_SECONDS + " s");
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
