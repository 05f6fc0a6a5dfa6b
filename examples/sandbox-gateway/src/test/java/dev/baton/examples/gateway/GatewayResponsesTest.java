package dev.baton.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.baton.reconcile.ReconcileSettings;
import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.ResourceCodec;
import dev.baton.reconcile.ResourcePhase;
import dev.baton.reconcile.Resources;
import dev.baton.store.ObjectStore;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client of one gateway receives, and how a deletion completes between two sweeps. */
class GatewayResponsesTest {
    /** Only the first sweep takes place during a test. */
    private static final ReconcileSettings SETTINGS =
            ReconcileSettings.defaults().withSweeps(Duration.ofDays(1), Duration.ofDays(1));

    private final List<HttpServer> servers = new ArrayList<>();

    @TempDir
    Path directory;

    private ObjectStore store;
    private Resources<String, String> sandboxes;

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + directory.resolve("sandboxes.db"));
        sandboxes = new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
    }

    @AfterEach
    void close() {
        servers.forEach(server -> server.stop(0));
        store.close();
    }

    @Test // LEASE-8
    void errorOfTheDriverReachesTheClientWithItsMessage() throws Exception {
        String driver = url(driver(JsonHttpServer.json(request -> {
            throw new IllegalStateException("no memory left");
        })));
        assertThat(message(driver, "POST"))
                .contains("the driver at " + driver + " returned 503 to POST /sandboxes/one", "no memory left");
        assertThat(message(driver, "DELETE")).contains("returned 503 to DELETE /sandboxes/one", "no memory left");
    }

    @Test // LEASE-8
    void errorWithoutAMessageIsNamed() throws Exception {
        String driver = url(driver(JsonHttpServer.json(request -> {
            throw new IllegalStateException();
        })));
        assertThat(message(driver, "POST")).contains("IllegalStateException");
    }

    @Test // LEASE-8
    void driverThatClosesTheConnectionIsNamed() throws Exception {
        String driver = url(driver(HttpExchange::close));
        assertThat(message(driver, "POST"))
                .contains("the driver at " + driver + " did not answer", "Repeat the request");
    }

    @Test // LEASE-7
    void deletionCompletesByTheWatchWithoutAnotherSweep() throws Exception {
        HttpServer driver = new SandboxDriver(0).serve(0);
        servers.add(driver);
        DriverClient client = new DriverClient(url(driver), "one");
        try (Reconciler<String, String> reconciler = Reconciler.alone(sandboxes, client, SETTINGS)) {
            String gateway = gateway(client, reconciler);
            reconciler.start();
            GatewayFleet.await(() -> reconciler.statistics().sweeps() == 1 && reconciler.isWarm());
            assertThat(send(gateway, "POST", "echo ready; exec sleep 600").statusCode())
                    .isEqualTo(201);
            GatewayFleet.await(() -> phase().equals(Optional.of(ResourcePhase.READY)));
            assertThat(send(gateway, "DELETE", "").statusCode()).isEqualTo(202);
            GatewayFleet.await(() -> phase().equals(Optional.of(ResourcePhase.DELETED)));
            assertThat(reconciler.statistics().sweeps()).isEqualTo(1);
            assertThat(reconciler.statistics().failures()).isZero();
        }
    }

    @Test // LEASE-7
    void deletionOfASandboxThatTheDriverDoesNotKnowNeedsNoSweepEither() throws Exception {
        HttpServer driver = new SandboxDriver(0).serve(0);
        servers.add(driver);
        DriverClient client = new DriverClient(url(driver), "one");
        try (Reconciler<String, String> reconciler = Reconciler.alone(sandboxes, client, SETTINGS)) {
            String gateway = gateway(client, reconciler);
            reconciler.start();
            GatewayFleet.await(() -> reconciler.statistics().sweeps() == 1 && reconciler.isWarm());
            sandboxes.create("one", "never started");
            assertThat(send(gateway, "DELETE", "").statusCode()).isEqualTo(202);
            GatewayFleet.await(() -> phase().equals(Optional.of(ResourcePhase.DELETED)));
            assertThat(reconciler.statistics().sweeps()).isEqualTo(1);
        }
    }

    /** Returns the message of the response to a request that the driver does not serve. */
    private String message(String driver, String method) throws Exception {
        DriverClient client = new DriverClient(driver, "one");
        try (Reconciler<String, String> reconciler = Reconciler.alone(sandboxes, client, SETTINGS)) {
            HttpResponse<String> response = send(gateway(client, reconciler), method, "true");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).doesNotContain("null");
            return JsonFields.of("error", Json.parse(response.body())).text("message");
        }
    }

    private String gateway(DriverClient client, Reconciler<String, String> reconciler) throws Exception {
        HttpServer server =
                new Gateway("one", sandboxes, client, reconciler, Optional.empty(), Optional.empty()).serve(0);
        servers.add(server);
        return url(server);
    }

    private HttpServer driver(HttpHandler handler) throws Exception {
        HttpServer server = JsonHttpServer.start(0, Map.of("/sandboxes", handler));
        servers.add(server);
        return server;
    }

    private static HttpResponse<String> send(String gateway, String method, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(gateway + "/sandboxes/one"))
                                .method(method, BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private Optional<ResourcePhase> phase() {
        return sandboxes.get("one").map(record -> record.value().phase());
    }
}
