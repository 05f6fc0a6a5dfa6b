package dev.baton.node;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.http.BearerToken;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.control.Controller;
import dev.baton.node.control.Controller.KnownLeader;
import dev.baton.node.control.JobService;
import dev.baton.node.control.PeriodicChecks;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.WriteGuard;
import dev.baton.node.http.JobRoutes;
import dev.baton.node.http.NodeHttpServer;
import dev.baton.support.json.JsonFields;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process that serves the HTTP API under the control of its supervisor. It ends with the channel. Requests that may
 * wait for the database run on threads of their own, so that they never delay a request to close.
 */
public final class ControllerProcess implements AutoCloseable {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration DRAIN_POLL = Duration.ofMillis(50);

    private final ControlChannel channel;
    final Controller controller;
    final JobService jobs;
    private final PeriodicChecks checks;
    private final NodeHttpServer server;
    private final ExecutorService slowRequests = NamedThreads.unbounded("node-requests");

    /** Starts the HTTP server. */
    ControllerProcess(
            ControllerSettings settings, Optional<BearerToken> token, JobDatabase database, ControlChannel channel) {
        this.channel = channel;
        this.controller = new Controller(settings.nodeId(), settings.url(), database, BatonClock.system());
        this.jobs = new JobService(controller);
        this.checks = new PeriodicChecks(
                controller, reached -> channel.send(ChannelMessage.of("ledger").with("reached", reached)));
        controller.onFenced(epoch -> channel.send(ChannelMessage.of("fenced").with("leader_epoch", epoch)));
        JobRoutes routes = new JobRoutes(
                controller,
                jobs,
                grace -> channel.send(ChannelMessage.of("drain_wanted")
                        .with("grace_ms", grace.map(Duration::toMillis).orElse(-1L))));
        this.server = new NodeHttpServer(controller, routes, token, settings.address());
    }

    /** Runs until the channel ends. The first message must be the settings. */
    public static void run(ControlChannel channel, WriteGuard guard) {
        ChannelMessage first = channel.receive()
                .orElseThrow(() -> new IllegalArgumentException(
                        "baton controller is a part of baton node, which starts it; run baton node"));
        ControllerSettings settings = ControllerSettings.from(first);
        Optional<BearerToken> token = settings.tokenFile().map(BearerToken::in);
        JobDatabase database = JobDatabase.open(settings.store(), guard);
        new ControllerProcess(settings, token, database, channel).serve(settings.store());
    }

    private void serve(String store) {
        begin();
        slowRequests.execute(() -> LeaderWarmUp.run(store));
        channel.forEach(this::handle);
    }

    void begin() {
        checks.started();
        channel.send(ChannelMessage.of("listening").with("port", (long) server.port()));
    }

    void handle(ChannelMessage request) {
        JsonFields fields = request.fields();
        switch (request.verb()) {
            case "extend" -> {
                controller.extend(request.deadline());
                channel.send(ChannelMessage.of("ack").with("n", fields.number("n")));
            }
            case "leader" ->
                controller.leaderChanged(fields.optionalText("leader_id")
                        .map(id -> new KnownLeader(id, fields.optionalText("leader_url"))));
            case "close" -> {
                controller.close();
                channel.send(ChannelMessage.of("closed"));
            }
            case "raise" ->
                runSlowly("raised", response -> {
                    long epoch = controller.raise(fields.number("lock_epoch"), request.deadline());
                    return response.with("leader_epoch", epoch);
                });
            case "open" ->
                channel.send(ChannelMessage.of("opened").with("done", controller.open(fields.number("leader_epoch"))));
            case "revoke" ->
                runSlowly("revoked", response -> {
                    jobs.revoke(fields.text("agent"));
                    return response;
                });
            case "drain" -> {
                controller.drain();
                runSlowly("drained", response -> {
                    awaitDrained(Duration.ofMillis(fields.number("grace_ms")));
                    return response;
                });
            }
            default -> LOG.warn("unknown request of the supervisor ignored: {}", request.verb());
        }
    }

    private void awaitDrained(Duration grace) {
        long until = System.nanoTime() + grace.toNanos();
        long epoch = controller.roleReport().leaderEpoch().orElse(0L);
        while (System.nanoTime() - until < 0 && !checks.isDrained(epoch)) {
            LockSupport.parkNanos(DRAIN_POLL.toNanos());
        }
    }

    private void runSlowly(String responseVerb, UnaryOperator<ChannelMessage> work) {
        ChannelMessage response = ChannelMessage.of(responseVerb);
        slowRequests.execute(() -> {
            try {
                channel.send(work.apply(response));
            } catch (BatonException | WriteRefusal failed) {
                channel.send(response.with("failed", String.valueOf(failed.getMessage())));
            } catch (RuntimeException defect) {
                LOG.error("a request of the supervisor failed unexpectedly, response {}", responseVerb, defect);
                channel.send(response.with("failed", String.valueOf(defect)));
            }
        });
    }

    int port() {
        return server.port();
    }

    /** Stops this controller inside a process that goes on. The database stays open. */
    @Override
    public void close() {
        controller.close();
        checks.close();
        server.close();
        slowRequests.shutdown();
    }
}
