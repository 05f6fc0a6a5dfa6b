package dev.baton.examples.gateway;

import com.sun.net.httpserver.HttpServer;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.reconcile.ReconcileSettings;
import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.ResourceCodec;
import dev.baton.reconcile.Resources;
import dev.baton.store.ObjectStore;
import dev.baton.support.thread.NamedThreads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * One replica of the gateway: {@code id=ID port=N driver=URL [store=URL on=URL] token-file=F|open=true
 * [sweep-ms=60000] [grace-ms=300000]}. On TERM it stops reconciling, releases the lease and exits.
 *
 * <p>Without {@code on} it is the only replica: it takes no lease and always reconciles. Its records are then in the
 * file {@code sandboxes.db}, unless {@code store} names another place.
 */
public final class GatewayMain {

    /** The driver sends a heartbeat every second. */
    private static final Duration WATCH_TIMEOUT = Duration.ofSeconds(15);

    private GatewayMain() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            options.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        String tokenFile = options.get("token-file");
        if (tokenFile == null && !options.containsKey("open")) {
            throw new IllegalArgumentException(
                    "token-file=F is required, or open=true to accept writes from every local process");
        }
        Optional<String> token = tokenFile == null
                ? Optional.empty()
                : Optional.of(Files.readString(Path.of(tokenFile)).trim());
        Duration sweep = Duration.ofMillis(Long.parseLong(options.getOrDefault("sweep-ms", "60000")));
        Duration grace = Duration.ofMillis(Long.parseLong(options.getOrDefault("grace-ms", "300000")));
        String id = required(options, "id");
        CountDownLatch closed = new CountDownLatch(1);
        Optional<Baton> baton = Optional.ofNullable(options.get("on")).map(Baton::connect);
        // Replicas must share their records, so only a single one has a default for them.
        ObjectStore store = ObjectStore.open(
                baton.isPresent() ? required(options, "store") : options.getOrDefault("store", "sqlite:sandboxes.db"));
        Resources<String, String> sandboxes =
                new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
        DriverClient driver = new DriverClient(required(options, "driver"), id);
        Optional<Candidate> candidate = baton.map(connected -> connected
                .election("reconciler")
                .candidate(CandidateSettings.builder().instanceId(id).build()));
        ReconcileSettings settings =
                ReconcileSettings.defaults().withSweeps(sweep, grace).withWatchTimeout(WATCH_TIMEOUT);
        Reconciler<String, String> reconciler = candidate
                .map(elected -> Reconciler.gatedBy(elected, sandboxes, driver, settings))
                .orElseGet(() -> Reconciler.alone(sandboxes, driver, settings));
        HttpServer server = new Gateway(id, sandboxes, driver, reconciler, candidate, token)
                .serve(Integer.parseInt(required(options, "port")));
        Runtime.getRuntime().addShutdownHook(NamedThreads.daemon("gateway-shutdown", () -> {
            reconciler.close();
            baton.ifPresent(Baton::close);
            server.stop(0);
            store.close();
            closed.countDown();
        }));
        reconciler.start();
        System.out.println("gateway ready");
        closed.await();
    }

    private static String required(Map<String, String> options, String name) {
        String value = options.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + "=… is required");
        }
        return value;
    }
}
