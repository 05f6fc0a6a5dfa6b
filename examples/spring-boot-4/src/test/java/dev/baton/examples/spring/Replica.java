package dev.baton.examples.spring;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;

/** The application in a process of its own. */
record Replica(String id, int port, Process process) implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    static Replica start(String id, String database) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReportApplication.class.getName(),
                        "--server.port=" + port,
                        "--spring.datasource.url=" + database,
                        "--spring.main.banner-mode=off",
                        "--baton.instance-id=" + id)
                .redirectErrorStream(true)
                .redirectOutput(new File("target/" + id + ".log"))
                .start();
        return new Replica(id, port, process);
    }

    /** Returns the status and the body of a response; empty while the replica does not answer. */
    String get(String path) {
        return get(port, path);
    }

    /** Returns the same of a replica that another process has started. */
    static String get(int port, String path) {
        return send(HttpRequest.newBuilder(uri(port, path)).build());
    }

    String post(String path) {
        return send(HttpRequest.newBuilder(uri(port, path))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static String send(HttpRequest request) {
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() + " " + response.body();
        } catch (IOException starting) {
            return "";
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    boolean leads() {
        return get("/actuator/baton").contains("\"leader\":true");
    }

    boolean isReady() {
        return get("/actuator/health/readiness").startsWith("200");
    }

    /** Stops the replica as a deployment does, and waits for its end. */
    void terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(id + " has not ended 60 s after TERM");
        }
    }

    /** Ends the replica with {@code kill -9}. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
