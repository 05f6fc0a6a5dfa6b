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

/** A console over a store in a folder of its own, as a script sees it. */
public final class Watched implements AutoCloseable {
    public static final String TOKEN = "let-me-in-please";

    private final Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String storeUrl;
    private final Console console;

    private Watched(Path folder, String storeUrl, List<String> nodes, int port, Optional<String> token) {
        this.folder = folder;
        this.storeUrl = storeUrl;
        this.console = Console.start(new ConsoleSettings(
                storeUrl.isEmpty() ? List.of() : List.of(storeUrl),
                nodes,
                "127.0.0.1",
                port,
                token,
                folder.resolve("history.db"),
                ConsoleSettings.KEPT,
                Optional.empty(),
                ""));
    }

    public static Watched fileStore() {
        Path folder = newFolder();
        return new Watched(folder, "file:" + folder.resolve("store"), List.of(), 0, Optional.empty());
    }

    public static Watched leaseStore() {
        Path folder = newFolder();
        return new Watched(folder, "lease:sqlite:" + folder.resolve("lease.db"), List.of(), 0, Optional.empty());
    }

    /** Over a store that somebody else has made. */
    public static Watched over(String storeUrl) {
        return new Watched(newFolder(), storeUrl, List.of(), 0, Optional.empty());
    }

    public static Watched withToken() {
        Path folder = newFolder();
        return new Watched(folder, "file:" + folder.resolve("store"), List.of(), 0, Optional.of(TOKEN));
    }

    public static Watched withNodes(List<String> nodes) {
        Path folder = newFolder();
        return new Watched(folder, "file:" + folder.resolve("store"), nodes, 0, Optional.empty());
    }

    /** Nothing but nodes. */
    public static Watched onlyNodes(List<String> nodes) {
        return new Watched(newFolder(), "", nodes, 0, Optional.empty());
    }

    /** The same again after the console was closed, on the same port. */
    public Watched restarted() {
        int port = console.port();
        console.close();
        return new Watched(folder, storeUrl, List.of(), port, Optional.empty());
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
        return new RawStore(folder.resolve("store"));
    }

    public Map<String, @Nullable Object> election(String name) {
        return Json.parseObject(get("/api/elections/" + name).body());
    }

    /** Who has the badge; empty when nobody has. */
    public String badge(String election) {
        Object badge = election(election).get("badge");
        return badge instanceof Map<?, ?> leader ? String.valueOf(leader.get("instance_id")) : "";
    }

    /** Who is live, by id. */
    public List<String> instances(String election) {
        return list(election, "instances").stream()
                .map(each -> String.valueOf(each.get("instance_id")))
                .toList();
    }

    /** A list of objects within an election. */
    public List<Map<String, @Nullable Object>> list(String election, String key) {
        List<Map<String, @Nullable Object>> found = new ArrayList<>();
        if (election(election).get(key) instanceof List<?> list) {
            for (Object each : list) {
                found.add(Json.parseObject(Json.write(each)));
            }
        }
        return found;
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

    public static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .until(condition);
    }

    @Override
    public void close() {
        console.close();
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> paths = new ArrayList<>(all.toList());
            for (int i = paths.size() - 1; i >= 0; i--) {
                Files.deleteIfExists(paths.get(i));
            }
        } catch (IOException stillWritten) {
            folder.toFile().deleteOnExit();
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("baton-console-test-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
