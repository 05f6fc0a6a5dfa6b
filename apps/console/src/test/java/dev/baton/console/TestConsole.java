package dev.baton.console;

import dev.baton.support.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A console with a temporary store and history, and a client of its HTTP API. */
public final class TestConsole implements AutoCloseable {
    public static final String TOKEN = "let-me-in-please";

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private final Path directory;
    private final SkippingClock clock = new SkippingClock();
    private final HttpClient client = HttpClient.newHttpClient();
    private final String storeUrl;
    private final Console console;

    private TestConsole(Path directory, String storeUrl, List<String> nodes, int port, Optional<String> token) {
        this(directory, storeUrl.isEmpty() ? List.of() : List.of(storeUrl), nodes, "127.0.0.1", port, token);
    }

    private TestConsole(
            Path directory, List<String> storeUrls, List<String> nodes, String host, int port, Optional<String> token) {
        this(directory, storeUrls, nodes, host, port, token, Optional.empty());
    }

    private TestConsole(
            Path directory,
            List<String> storeUrls,
            List<String> nodes,
            String host,
            int port,
            Optional<String> token,
            Optional<Path> nodeToken) {
        this.directory = directory;
        this.storeUrl = storeUrls.isEmpty() ? "" : storeUrls.get(0);
        ConsoleSettings settings = new ConsoleSettings(
                storeUrls,
                nodes,
                host,
                port,
                token.map(text -> tokenFile(directory, text)),
                directory.resolve("history.db"),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty(),
                nodeToken,
                Optional.empty());
        this.console = new Console(settings, clock, POLL_INTERVAL);
    }

    private static TestConsole onFileStore(List<String> nodes, Optional<String> token) {
        Path directory = newDirectory();
        return new TestConsole(directory, "file:" + directory.resolve("store"), nodes, 0, token);
    }

    public static TestConsole onFileStore() {
        return onFileStore(List.of(), Optional.empty());
    }

    /** Observes a lease store whose ttl is short, so that a test need not wait for the default one. */
    public static TestConsole onLeaseStore() {
        Path directory = newDirectory();
        return new TestConsole(
                directory, "lease:sqlite:" + directory.resolve("lease.db") + "?ttl=3s", List.of(), 0, Optional.empty());
    }

    /** Observes an existing store. */
    public static TestConsole on(String storeUrl) {
        return new TestConsole(newDirectory(), storeUrl, List.of(), 0, Optional.empty());
    }

    /** Observes the stores {@code store} and {@code other}. */
    public static TestConsole onTwoFileStores() {
        Path directory = newDirectory();
        List<String> urls = List.of("file:" + directory.resolve("store"), "file:" + directory.resolve("other"));
        return new TestConsole(directory, urls, List.of(), "127.0.0.1", 0, Optional.empty());
    }

    /** Can be reached from other machines and has no token. */
    public static TestConsole readOnly() {
        Path directory = newDirectory();
        List<String> urls = List.of("file:" + directory.resolve("store"));
        return new TestConsole(directory, urls, List.of(), "0.0.0.0", 0, Optional.empty());
    }

    public static TestConsole withToken() {
        return onFileStore(List.of(), Optional.of(TOKEN));
    }

    public static TestConsole withNodes(List<String> nodes) {
        return onFileStore(nodes, Optional.empty());
    }

    /** Observes nodes, and needs the token for writes. */
    public static TestConsole withNodesAndToken(List<String> nodes) {
        return onFileStore(nodes, Optional.of(TOKEN));
    }

    /** Observes nodes with a token for them, and needs none for writes. */
    public static TestConsole withNodeToken(List<String> nodes, Path nodeToken) {
        return new TestConsole(
                newDirectory(), List.of(), nodes, "127.0.0.1", 0, Optional.empty(), Optional.of(nodeToken));
    }

    /** Observes nodes, can be reached from other machines and has no token. */
    public static TestConsole readOnlyWithNodes(List<String> nodes) {
        return new TestConsole(newDirectory(), List.of(), nodes, "0.0.0.0", 0, Optional.empty());
    }

    /** Observes nodes and no store. */
    public static TestConsole withNodesOnly(List<String> nodes) {
        return new TestConsole(newDirectory(), "", nodes, 0, Optional.empty());
    }

    /** Writes the file with the token of a console. */
    public static Path tokenFile(Path directory, String token) {
        try {
            return Files.writeString(directory.resolve("token"), token);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Replaces the token that a console of {@link #withToken()} needs. */
    public void replaceToken(String token) {
        tokenFile(directory, token);
    }

    /** Closes the console and starts it again with the same store and port. */
    public TestConsole restart() {
        int port = console.port();
        console.close();
        return new TestConsole(directory, storeUrl, List.of(), port, Optional.empty());
    }

    /** Makes every instance that publishes no new status look older by the given time. */
    public void age(Duration by) {
        clock.skip(by);
    }

    /** Lets the console find that its clock went on by the given time while it did not run. */
    public void pause(Duration by) {
        clock.jump(by);
    }

    public String url() {
        return console.url();
    }

    public int port() {
        return console.port();
    }

    public String storeUrl() {
        return storeUrl;
    }

    public RawStore raw() {
        return new RawStore(directory.resolve("store"));
    }

    /** Returns the second store of {@link #onTwoFileStores()}. */
    public RawStore otherRaw() {
        return new RawStore(directory.resolve("other"));
    }

    public Map<String, @Nullable Object> election(String name) {
        return Json.parseObject(get("/api/elections/" + name).body());
    }

    /** Returns the id of the instance with the leader badge; empty without one. */
    public String badge(String election) {
        Object badge = election(election).get("badge");
        return badge instanceof Map<?, ?> leader ? String.valueOf(leader.get("instance_id")) : "";
    }

    /** Waits until an instance has the leader badge. */
    public void awaitBadge(String election, String id) {
        await(
                "the console shows " + id + " as the leader",
                () -> badge(election).equals(id));
    }

    /** Returns the ids of the live instances. */
    public List<String> instances(String election) {
        return list(election, "instances").stream()
                .map(instance -> String.valueOf(instance.get("instance_id")))
                .toList();
    }

    /** Returns a list of objects in the JSON of an election. */
    public List<Map<String, @Nullable Object>> list(String election, String key) {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        if (election(election).get(key) instanceof List<?> list) {
            for (Object element : list) {
                objects.add(Json.parseObject(Json.write(element)));
            }
        }
        return objects;
    }

    public HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    public HttpResponse<String> post(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url() + path)).timeout(Duration.ofSeconds(30));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    public static void await(String description, Callable<Boolean> condition) {
        Awaitility.await(description)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .until(condition);
    }

    @Override
    public void close() {
        console.close();
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> paths = new ArrayList<>(all.toList());
            for (int i = paths.size() - 1; i >= 0; i--) {
                Files.deleteIfExists(paths.get(i));
            }
        } catch (IOException notEmpty) {
            directory.toFile().deleteOnExit();
        }
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("baton-console-test-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
