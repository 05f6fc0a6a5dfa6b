package dev.baton.node;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.control.Controller;
import dev.baton.node.control.Controller.Leader;
import dev.baton.node.control.JobService;
import dev.baton.node.control.PeriodicChecks;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.WriteGuard;
import dev.baton.node.http.BearerToken;
import dev.baton.node.http.JobRoutes;
import dev.baton.node.http.NodeHttpServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process that serves the HTTP API, at the orders of its supervisor. It ends with the channel. What may wait for
 * the database happens on a thread of its own, so that an order to stop is never behind it.
 */
public final class ControllerProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration DRAIN_LOOK = Duration.ofMillis(50);

    private final ControlChannel wire;
    private final Controller controller;
    private final JobService desk;
    private final PeriodicChecks rounds;
    private final NodeHttpServer api;
    private final ExecutorService slow = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "node-orders");
        thread.setDaemon(true);
        return thread;
    });

    /** One that answers on the wire, and hears nothing yet. */
    ControllerProcess(
            ControllerSettings settings, Optional<BearerToken> token, JobDatabase ledger, ControlChannel wire) {
        this.wire = wire;
        this.controller = new Controller(settings.nodeId(), settings.url(), ledger, BatonClock.system());
        this.desk = new JobService(controller);
        AtomicReference<Boolean> last = new AtomicReference<>();
        this.rounds = new PeriodicChecks(controller, reached -> {
            if (!Boolean.valueOf(reached).equals(last.getAndSet(reached))) {
                wire.say(ChannelMessage.of("ledger").with("reached", reached));
            }
        });
        controller.onFenced(epoch -> wire.say(ChannelMessage.of("fenced").with("leader_epoch", epoch)));
        JobRoutes routes = new JobRoutes(
                controller,
                desk,
                grace -> wire.say(ChannelMessage.of("drain_wanted")
                        .with("grace_ms", grace.map(Duration::toMillis).orElse(-1L))));
        this.api = new NodeHttpServer(controller, routes, token, settings.address());
    }

    /** Runs until the channel ends; the first message has to be the settings. */
    public static void run(ControlChannel wire, WriteGuard guard) {
        ChannelMessage first = wire.hear()
                .orElseThrow(() -> new IllegalArgumentException(
                        "baton controller is started by baton node, which tells it what to do"));
        ControllerSettings settings = ControllerSettings.from(first);
        new ControllerProcess(
                        settings,
                        settings.tokenFile().map(BearerToken::in),
                        JobDatabase.open(settings.store(), guard),
                        wire)
                .serve(settings.store());
    }

    private void serve(String store) {
        begin();
        slow.execute(() -> LeaderWarmUp.isDone(store));
        Optional<ChannelMessage> order = wire.hear();
        while (order.isPresent()) {
            obey(order.get());
            order = wire.hear();
        }
    }

    void begin() {
        rounds.started();
        wire.say(ChannelMessage.of("listening").with("port", (long) api.port()));
    }

    void obey(ChannelMessage order) {
        switch (order.verb()) {
            case "extend" -> {
                controller.extend(order.moment());
                wire.say(ChannelMessage.of("ack").with("n", order.fields().number("n")));
            }
            case "leader" ->
                controller.leaderChanged(order.fields()
                        .optionalText("leader_id")
                        .map(id -> new Leader(id, order.fields().optionalText("leader_url"))));
            case "close" -> {
                controller.close();
                wire.say(ChannelMessage.of("closed"));
            }
            case "raise" ->
                slowly(
                        "raised",
                        () -> ChannelMessage.of("raised")
                                .with(
                                        "leader_epoch",
                                        controller.raise(order.fields().number("lock_epoch"), order.moment())));
            case "open" ->
                wire.say(ChannelMessage.of("opened")
                        .with("done", controller.open(order.fields().number("leader_epoch"))));
            case "revoke" ->
                slowly("revoked", () -> {
                    desk.revoke(order.fields().text("agent"));
                    return ChannelMessage.of("revoked");
                });
            case "drain" -> {
                controller.drain();
                slowly("drained", () -> drained(Duration.ofMillis(order.fields().number("grace_ms"))));
            }
            default -> LOG.warn("an order that is not known: {}", order.verb());
        }
    }

    private ChannelMessage drained(Duration grace) {
        long until = System.nanoTime() + grace.toNanos();
        long epoch = controller.standing().leaderEpoch().orElse(0L);
        while (System.nanoTime() - until < 0 && !rounds.isDrained(epoch)) {
            LockSupport.parkNanos(DRAIN_LOOK.toNanos());
        }
        return ChannelMessage.of("drained");
    }

    private interface Order {
        ChannelMessage run();
    }

    private void slowly(String what, Order work) {
        slow.execute(() -> {
            try {
                wire.say(work.run());
            } catch (BatonException | WriteRefusal failed) {
                wire.say(ChannelMessage.of(what).with("failed", String.valueOf(failed.getMessage())));
            } catch (RuntimeException defect) {
                LOG.error("an order failed: {}", what, defect);
                wire.say(ChannelMessage.of(what).with("failed", String.valueOf(defect)));
            }
        });
    }

    int port() {
        return api.port();
    }

    JobService desk() {
        return desk;
    }

    /** Ends it in the middle of a process that goes on; the ledger stays open. */
    @Override
    public void close() {
        controller.close();
        rounds.close();
        api.close();
        slow.shutdown();
    }
}
