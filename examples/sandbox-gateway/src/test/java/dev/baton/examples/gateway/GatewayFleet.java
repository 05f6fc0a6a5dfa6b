package dev.baton.examples.gateway;

import dev.baton.support.json.Json;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A driver and replicas of the gateway on one store, each in its own process. */
final class GatewayFleet implements AutoCloseable {
    private static final String TOKEN = "test-token";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Path directory;
    private final Map<String, Process> replicas = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final int driverPort = FreePort.next();
    private Process driver;

    GatewayFleet(Path directory) throws IOException {
        this(directory, "sqlite:" + directory.resolve("objects.db"), "lease:sqlite:" + directory.resolve("lease.db"));
    }

    GatewayFleet(Path directory, String store, String lease) throws IOException {
        this(directory, List.of("a", "b", "c"), "store=" + store, "on=" + lease + "?ttl=5s&renew=1s");
    }

    private GatewayFleet(Path directory, List<String> ids, String... options) throws IOException {
        this.directory = directory;
        this.driver = startDriver(0);
        Files.writeString(directory.resolve("token"), TOKEN + "\n");
        for (String id : ids) {
            int port = FreePort.next();
            ports.put(id, port);
            List<String> words = new ArrayList<>(List.of(
                    "id=" + id,
                    "port=" + port,
                    "driver=http://127.0.0.1:" + driverPort,
                    "token-file=" + directory.resolve("token"),
                    "sweep-ms=300",
                    "grace-ms=1500"));
            words.addAll(List.of(options));
            replicas.put(id, start(GatewayMain.class, words.toArray(String[]::new)));
        }
        await(() -> ports.keySet().stream().allMatch(id -> flag(id, "warm")));
        leader();
    }

    /** Starts a single replica without the URL of a store. */
    static GatewayFleet single(Path directory) throws IOException {
        return new GatewayFleet(directory, List.of("single"));
    }

    /** Kills the driver with all its sandboxes and starts a new one without sandboxes. */
    void replaceDriver(long getDelayMillis) {
        driver.destroyForcibly();
        driver.onExit().join();
        driver = startDriver(getDelayMillis);
    }

    private Process startDriver(long getDelayMillis) {
        Process started = start(DriverMain.class, "" + driverPort, "" + getDelayMillis);
        await(() -> get(driverPort, "/calls").isPresent());
        return started;
    }

    /** Waits until exactly one replica reconciles and returns it. */
    String leader() {
        List<String> found = new ArrayList<>();
        await(() -> {
            found.clear();
            replicas.keySet().stream().filter(id -> flag(id, "reconciling")).forEach(found::add);
            return found.size() == 1;
        });
        return found.get(0);
    }

    List<String> replicas() {
        return List.copyOf(replicas.keySet());
    }

    boolean flag(String replica, String field) {
        return role(replica).map(role -> Boolean.TRUE.equals(role.get(field))).orElse(false);
    }

    long number(String replica, String field) {
        return role(replica)
                .map(role -> role.get(field) instanceof Long number ? number : -1L)
                .orElse(-1L);
    }

    private Optional<Map<String, @Nullable Object>> role(String replica) {
        return get(port(replica), "/role");
    }

    /** Returns the number of driver calls by replica and method. */
    Map<String, @Nullable Object> calls() {
        return get(driverPort, "/calls").orElseThrow();
    }

    int write(String replica, String method, String id, String body) {
        return send(port(replica), method, "/sandboxes/" + id, body);
    }

    /** Deletes a sandbox in the driver only, without a change of its record. */
    void deleteInDriver(String id) {
        send(driverPort, "DELETE", "/sandboxes/" + id, "");
    }

    String phase(String replica, String id) {
        return get(port(replica), "/sandboxes/" + id)
                .map(record -> String.valueOf(record.get("phase")))
                .orElse("none");
    }

    long epoch(String replica, String id) {
        return get(port(replica), "/sandboxes/" + id)
                .map(record -> record.get("epoch") instanceof Long epoch ? epoch : 0L)
                .orElse(0L);
    }

    void signal(String replica, String name) {
        try {
            new ProcessBuilder("kill", "-" + name, "" + process(replica).pid())
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    void end(String replica, String signal) {
        signal(replica, signal);
        process(replica).onExit().join();
        replicas.remove(replica);
    }

    static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    @Override
    public void close() {
        replicas.keySet().forEach(id -> signal(id, "CONT"));
        replicas.values().forEach(Process::destroyForcibly);
        driver.destroyForcibly();
        replicas.values().forEach(process -> process.onExit().join());
        driver.onExit().join();
    }

    private Process process(String replica) {
        return Optional.ofNullable(replicas.get(replica)).orElseThrow();
    }

    private int port(String replica) {
        return Optional.ofNullable(ports.get(replica)).orElseThrow();
    }

    private Process start(Class<?> main, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(args));
        try {
            return new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve(main.getSimpleName() + ".log").toFile()))
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Optional<Map<String, @Nullable Object>> get(int port, String path) {
        try {
            HttpResponse<String> response = client.send(
                    request(port, path).timeout(Duration.ofSeconds(2)).build(), BodyHandlers.ofString());
            return response.statusCode() == 200 ? Optional.of(Json.parseObject(response.body())) : Optional.empty();
        } catch (IOException unreachable) {
            return Optional.empty();
        } catch (InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private int send(int port, String method, String path, String body) {
        try {
            HttpRequest request = request(port, path)
                    .header("Authorization", "Bearer " + TOKEN)
                    .method(method, BodyPublishers.ofString(body))
                    .build();
            return client.send(request, BodyHandlers.ofString()).statusCode();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }
}
