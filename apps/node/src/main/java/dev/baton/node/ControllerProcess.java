package dev.baton.node;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.http.TokenFile;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.control.KnownLeader;
import dev.baton.node.control.PeriodicChecks;
import dev.baton.node.control.Retention;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.WriteGuard;
import dev.baton.node.http.ApiSettings;
import dev.baton.node.http.JobRoutes;
import dev.baton.node.http.NodeAccess;
import dev.baton.node.http.NodeHttpServer;
import dev.baton.support.json.JsonFields;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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
    private final Optional<Retention> retention;
    private final SupervisorDrain drains;
    private final NodeHttpServer server;
    private final ExecutorService slowRequests = NamedThreads.unbounded("node-requests");

    /** Starts the HTTP server. */
    ControllerProcess(ControllerSettings settings, NodeAccess access, JobDatabase database, ControlChannel channel) {
        this.channel = channel;
        this.controller = new Controller(settings.nodeId(), settings.url(), database, BatonClock.system());
        this.jobs = new JobService(controller);
        this.checks = new PeriodicChecks(
                controller, reached -> channel.send(ChannelMessage.of("ledger").with("reached", reached)));
        this.retention = settings.retention().map(age -> new Retention(controller, age));
        controller.onFenced(epoch -> channel.send(ChannelMessage.of("fenced").with("leader_epoch", epoch)));
        this.drains = new SupervisorDrain(channel);
        JobRoutes routes = new JobRoutes(controller, jobs, drains, new ApiSettings(settings.takeover()));
        this.server = new NodeHttpServer(controller, routes, access, settings.address());
    }

    /** Runs until the channel ends. The first message must be the settings. */
    public static void run(ControlChannel channel, WriteGuard guard) {
        ChannelMessage first = channel.receive()
                .orElseThrow(() -> new IllegalArgumentException(
                        "baton controller is a part of baton node, which starts it; run baton node"));
        ControllerSettings settings = ControllerSettings.from(first);
        NodeAccess access = NodeAccess.of(
                settings.address().host(),
                settings.url(),
                settings.tokenFile().map(TokenFile::in),
                settings.readTokenFile().map(TokenFile::in));
        JobDatabase database = JobDatabase.open(settings.store(), guard);
        new ControllerProcess(settings, access, database, channel).serve(settings);
    }

    void serve(ControllerSettings settings) {
        begin();
        slowRequests.execute(() -> LeaderWarmUp.run(settings.store()));
        slowRequests.execute(() -> AdvertisedAddress.problem(settings.url())
                .ifPresent(problem -> LOG.warn(
                        "node={} advertised_url_unreachable url={} cause={}",
                        settings.nodeId(),
                        settings.url(),
                        problem)));
        channel.forEach(this::handle);
    }

    void begin() {
        checks.started();
        retention.ifPresent(Retention::start);
        channel.send(ChannelMessage.of("listening").with("port", (long) server.port()));
    }

    void handle(ChannelMessage request) {
        JsonFields fields = request.fields();
        switch (request.verb()) {
            case "extend" -> {
                controller.extend(request.deadline());
                channel.send(
                        ChannelMessage.of("ack").with("n", fields.number("n")).with("leads", controller.hasTerm()));
            }
            case "leader" ->
                controller.leaderChanged(fields.optionalText("leader_id")
                        .map(id -> new KnownLeader(
                                id,
                                fields.optionalText("leader_url"),
                                Optional.of(fields.number("lock_epoch", 0)).filter(epoch -> epoch > 0))));
            case "close" -> {
                controller.close();
                drains.termEnded();
                channel.send(ChannelMessage.of("closed"));
            }
            case "raise" ->
                runSlowly("raised", response -> {
                    long epoch =
                            controller.raise(fields.number("lock_epoch"), fields.text("tenure"), request.deadline());
                    return response.with("leader_epoch", epoch);
                });
            case "open" ->
                channel.send(ChannelMessage.of("opened").with("done", controller.open(fields.number("leader_epoch"))));
            case "revoke" ->
                runSlowly("revoked", response -> {
                    jobs.giveBackAll(fields.text("agent"));
                    return response;
                });
            case "drain" -> {
                long number = fields.number("number");
                Duration grace = Duration.ofMillis(fields.number("grace_ms"));
                if (changeRole(() -> drains.begin(fields.number("request"), number), controller::drain)) {
                    slowRequests.execute(() -> drain(grace, number));
                }
            }
            case "node_found" -> drains.found(fields.number("number"), fields.optionalText("url"));
            case "standby_drain" -> controller.standbyDrained(fields.flag("drained", false));
            case "undrain" -> {
                if (changeRole(() -> drains.end(fields.number("request")), controller::undrain)) {
                    slowRequests.execute(this::recordDraining);
                }
            }
            default -> LOG.warn("unknown request of the supervisor ignored: {}", request.verb());
        }
    }

    /** Changes the role, unless a client has requested something else meanwhile. Returns whether it did. */
    private boolean changeRole(BooleanSupplier stillWanted, Runnable change) {
        synchronized (drains) {
            boolean wanted = stillWanted.getAsBoolean();
            if (wanted) {
                change.run();
            }
            return wanted;
        }
    }

    /** Responds when the node is drained or the time is over, unless a later request has changed or cancelled that. */
    private void drain(Duration grace, long number) {
        long until = System.nanoTime() + grace.toNanos();
        recordDraining();
        while (drains.isCurrent(number) && System.nanoTime() - until < 0 && !isDrained()) {
            LockSupport.parkNanos(DRAIN_POLL.toNanos());
        }
        drains.complete(number);
    }

    private void recordDraining() {
        try {
            controller.recordDraining();
        } catch (BatonException | WriteRefusal failed) {
            LOG.debug("cannot record the drain; other nodes name this one to clients until it has ended", failed);
        }
    }

    private boolean isDrained() {
        try {
            return checks.isDrained();
        } catch (BatonException unreachable) {
            LOG.debug("cannot read the leases; trying again", unreachable);
            return false;
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
        retention.ifPresent(Retention::close);
        server.close();
        slowRequests.shutdown();
    }
}
