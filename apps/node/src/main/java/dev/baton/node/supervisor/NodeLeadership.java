package dev.baton.node.supervisor;

import dev.baton.BatonClock;
import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.supervisor.ControllerSupervisor.Sitting;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node does while it holds the lock: makes its controller a leader, and keeps it one. */
final class NodeLeadership implements LeaderWork {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration LONGEST_TICK = Duration.ofMillis(200);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final NodeSettings settings;
    private final ControllerSupervisor seat;
    private final WorkerSupervisor agent;
    private final Duration validity;
    private final Runnable stepDown;
    private volatile Optional<Duration> drainWanted = Optional.empty();
    private volatile boolean fenced;
    private volatile boolean working;
    private long extensions;
    private CompletableFuture<Void> off = CompletableFuture.completedFuture(null);

    NodeLeadership(
            NodeSettings settings,
            ControllerSupervisor seat,
            WorkerSupervisor agent,
            Duration validity,
            Runnable stepDown) {
        this.settings = settings;
        this.seat = seat;
        this.agent = agent;
        this.validity = validity;
        this.stepDown = stepDown;
    }

    /** Drains and steps down, soon; false when this node does not lead. */
    boolean drain(Optional<Duration> grace) {
        drainWanted = Optional.of(grace.orElse(settings.drain()));
        return working;
    }

    /** The store has refused this node: another leads. */
    void fenced() {
        fenced = true;
    }

    boolean isWorking() {
        return working;
    }

    @Override
    public void run(Leadership leadership) throws InterruptedException {
        Optional<Sitting> sitting = seat.sitting().filter(Sitting::isReady);
        if (sitting.isEmpty()) {
            LOG.warn("node={} controller_not_ready epoch={}", settings.nodeId(), leadership.epoch());
            stepDown.run();
            return;
        }
        working = true;
        fenced = false;
        drainWanted = Optional.empty();
        try {
            lead(leadership, sitting.get());
        } finally {
            close(sitting.get());
            // Bounded: the worker ends, or is killed.
            off.join();
            working = false;
            agent.reignEnded();
        }
        if (leadership.isValid()) {
            stepDown.run();
        }
    }

    private void lead(Leadership leadership, Sitting controller) throws InterruptedException {
        controller.listenAnew();
        try {
            CompletableFuture<ChannelMessage> raised = controller.ask(
                    ChannelMessage.of("raise")
                            .with("lock_epoch", leadership.epoch())
                            .with(BatonClock.system().now().plus(leadership.remaining())),
                    "raised");
            // The worker goes meanwhile; both have to be done before anything is written.
            off = CompletableFuture.runAsync(() -> agent.off(leadership.epoch()));
            long epoch = answer(leadership, controller, raised).fields().number("leader_epoch");
            await(leadership, controller, off, ANSWER);
            ChannelMessage opened = answer(
                    leadership,
                    controller,
                    controller.ask(ChannelMessage.of("open").with("leader_epoch", epoch), "opened"));
            if (!opened.fields().flag("done", false)) {
                LOG.warn("node={} not_opened leader_epoch={}", settings.nodeId(), epoch);
                return;
            }
            LOG.info(
                    "node={} leading leader_epoch={} url={}",
                    settings.nodeId(),
                    epoch,
                    settings.controller().url());
            // Its worker is dead, so its jobs need not wait for their leases to run out.
            controller.say(ChannelMessage.of("revoke").with("agent", settings.workerName()));
            reign(leadership, controller);
        } catch (TimeoutException | ExecutionException failed) {
            LOG.warn("node={} cannot_lead epoch={} cause={}", settings.nodeId(), leadership.epoch(), reason(failed));
        }
    }

    private static String reason(Exception failed) {
        Throwable cause = failed.getCause() == null ? failed : failed.getCause();
        return String.valueOf(cause.getMessage());
    }

    private void reign(Leadership leadership, Sitting controller)
            throws InterruptedException, TimeoutException, ExecutionException {
        while (leadership.isValid()) {
            extend(leadership, controller);
            Optional<String> trouble = trouble(controller);
            if (trouble.isPresent()) {
                LOG.warn(
                        "node={} stepping_down epoch={} cause={}",
                        settings.nodeId(),
                        leadership.epoch(),
                        trouble.get());
                return;
            }
            Optional<Duration> grace = drainWanted;
            if (grace.isPresent()) {
                LOG.info(
                        "node={} draining grace_ms={}",
                        settings.nodeId(),
                        grace.get().toMillis());
                await(
                        leadership,
                        controller,
                        controller.ask(
                                ChannelMessage.of("drain")
                                        .with("grace_ms", grace.get().toMillis()),
                                "drained"),
                        grace.get().plus(ANSWER));
                return;
            }
            TimeUnit.NANOSECONDS.sleep(tick(leadership).toNanos());
        }
    }

    private Optional<String> trouble(Sitting controller) {
        if (fenced) {
            return Optional.of("the store has seen a later leader");
        }
        if (!controller.isAlive()) {
            return Optional.of("the controller died");
        }
        if (controller.silence().compareTo(validity) > 0) {
            return Optional.of("the controller stands still");
        }
        if (controller.withoutLedger().compareTo(validity) > 0) {
            return Optional.of("the controller does not reach its store");
        }
        return Optional.empty();
    }

    /** The clock is read before the remaining time: what lies between makes the deadline early, never late. */
    private void extend(Leadership leadership, Sitting controller) {
        var now = BatonClock.system().now();
        Duration remaining = leadership.remaining();
        if (!remaining.isZero()) {
            controller.say(ChannelMessage.of("extend").with("n", ++extensions).with(now.plus(remaining)));
        }
    }

    private Duration tick(Leadership leadership) {
        Duration tenth = validity.dividedBy(20);
        Duration tick = tenth.compareTo(LONGEST_TICK) < 0 ? tenth : LONGEST_TICK;
        Duration left = leadership.remaining();
        return left.compareTo(tick) < 0 ? left : tick;
    }

    private ChannelMessage answer(Leadership leadership, Sitting controller, CompletableFuture<ChannelMessage> asked)
            throws InterruptedException, TimeoutException, ExecutionException {
        return answer(leadership, controller, asked, ANSWER);
    }

    private ChannelMessage answer(
            Leadership leadership, Sitting controller, CompletableFuture<ChannelMessage> asked, Duration atMost)
            throws InterruptedException, TimeoutException, ExecutionException {
        await(leadership, controller, asked, atMost);
        ChannelMessage message = asked.get();
        Optional<String> failed = message.fields().optionalText("failed");
        if (failed.isPresent()) {
            throw new TimeoutException(failed.get());
        }
        return message;
    }

    /** Waits until it is done, and keeps the mandate alive meanwhile. */
    private void await(Leadership leadership, Sitting controller, CompletableFuture<?> done, Duration atMost)
            throws InterruptedException, TimeoutException, ExecutionException {
        long until = System.nanoTime() + atMost.toNanos();
        while (leadership.isValid() && System.nanoTime() - until < 0 && controller.isAlive()) {
            try {
                done.get(tick(leadership).toNanos(), TimeUnit.NANOSECONDS);
                return;
            } catch (TimeoutException notYet) {
                extend(leadership, controller);
            }
        }
        throw new TimeoutException("the controller did not answer in time");
    }

    /** Read-only, confirmed; a controller that does not confirm it is killed. */
    private void close(Sitting controller) {
        boolean interrupted = Thread.interrupted();
        try {
            controller.ask(ChannelMessage.of("close"), "closed").get(CLOSE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException | TimeoutException | ExecutionException unconfirmed) {
            controller.kill();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
