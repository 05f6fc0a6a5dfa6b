package dev.baton.lab.node;

import dev.baton.lab.LabProcess;
import dev.baton.testkit.FreePort;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A node in its own process, as {@code baton node} starts it. */
final class LabNode implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private static final long TIMEOUT_SECONDS = 120;

    private final List<String> command;
    private final int port = FreePort.next();
    private Optional<LabProcess> process = Optional.empty();

    /** A node that runs with the given words before its command. */
    LabNode(List<String> prefix, String id, String on, String store, Path directory) {
        List<String> flags = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");
        command = new ArrayList<>(prefix);
        command.addAll(LabProcess.javaCommand(flags, "dev.baton.cli.Main"));
        command.addAll(List.of("node", "--id", id, "--listen", "127.0.0.1:" + port, "--on", on, "--store", store));
        command.addAll(List.of("--data-dir", directory.toString()));
    }

    void start() throws IOException {
        process = Optional.of(LabProcess.start(command, Path.of("/dev/null")));
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    void kill() {
        process.ifPresent(LabProcess::kill);
    }

    void awaitRole(String role) throws Exception {
        await("become " + role, 20, HttpRequest.newBuilder(URI.create(url() + "/role")), "\"role\":\"" + role + "\"");
    }

    /** Sends writes until one is accepted, and returns that time in monotonic nanoseconds. */
    long awaitAcceptedWrite() throws Exception {
        HttpRequest.Builder write = HttpRequest.newBuilder(URI.create(url() + "/v1/jobs"))
                .POST(BodyPublishers.ofString("{\"name\":\"lab\"}"));
        return await("accept a write", 1, write, "\"queued\"");
    }

    /** Repeats a request until the response contains a text, and returns that time in monotonic nanoseconds. */
    private long await(String what, int pauseMillis, HttpRequest.Builder request, String expected) throws Exception {
        HttpRequest timed = request.timeout(Duration.ofSeconds(10)).build();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (System.nanoTime() - until < 0) {
            if (response(timed).contains(expected)) {
                return System.nanoTime();
            }
            TimeUnit.MILLISECONDS.sleep(pauseMillis);
        }
        throw new IOException("the node at " + url() + " did not " + what + " within " + TIMEOUT_SECONDS + " s");
    }

    private static String response(HttpRequest request) throws InterruptedException {
        try {
            return HTTP.send(request, BodyHandlers.ofString()).body();
        } catch (IOException unreachable) {
            return "";
        }
    }

    @Override
    public void close() {
        kill();
        process.ifPresent(LabProcess::awaitEnd);
    }
}
