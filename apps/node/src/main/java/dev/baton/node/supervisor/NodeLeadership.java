package dev.baton.node.supervisor;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.supervisor.ControllerSupervisor.RunningController;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** The work of a node while it holds the lock: makes its controller the leader and extends its leadership. */
final class NodeLeadership implements LeaderWork {
    private static final Duration LONGEST_INTERVAL = Duration.ofMillis(200);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final NodeSettings settings;
    private final String nodeId;
    private final ControllerSupervisor controllers;
    private final WorkerSupervisor worker;
    private final Duration validity;
    private final Runnable stepDown;
    private final AtomicLong drainRequests = new AtomicLong();
    private volatile DrainRequest wantedDrain = DrainRequest.NONE;
    private volatile boolean fenced;
    private boolean running;
    private long extensions;
    private CompletableFuture<Void> workerStopped = CompletableFuture.completedFuture(null);

    /**
     * A request to drain, or to cancel that.
     *
     * @param number distinguishes it from all others
     * @param request the number that the controller gave it
     * @param grace empty to cancel
     */
    private record DrainRequest(long number, long request, Optional<Duration> grace) {
        static final DrainRequest NONE = new DrainRequest(0, 0, Optional.empty());
    }

    NodeLeadership(
            NodeSettings settings,
            ControllerSupervisor controllers,
            WorkerSupervisor worker,
            Duration validity,
            Runnable stepDown) {
        this.settings = settings;
        this.nodeId = settings.nodeId();
        this.controllers = controllers;
        this.worker = worker;
        this.validity = validity;
        this.stepDown = stepDown;
    }

    /** Requests to drain and step down whatever clients request. Returns false if this node does not lead. */
    boolean drain() {
        return drain(Long.MAX_VALUE, Optional.empty());
    }

    /**
     * Requests to drain and step down, or changes an earlier request. Returns false if this node does not lead.
     *
     * @param request the number that the controller gave the request
     */
    synchronized boolean drain(long request, Optional<Duration> grace) {
        if (running && !isStopping()) {
            wantedDrain = new DrainRequest(
                    drainRequests.incrementAndGet(), request, Optional.of(grace.orElse(settings.drain())));
        }
        return running;
    }

    private boolean isStopping() {
        return wantedDrain.request() == Long.MAX_VALUE;
    }

    /** Cancels a request to drain, unless this node stops. */
    synchronized void cancelDrain(long request) {
        if (running && !isStopping()) {
            wantedDrain = new DrainRequest(drainRequests.incrementAndGet(), request, Optional.empty());
        }
    }

    /** Makes this node the leader for requests that arrive from now on; earlier ones have no effect on this tenure. */
    private synchronized void begin() {
        running = true;
        fenced = false;
        wantedDrain = DrainRequest.NONE;
    }

    private synchronized void end() {
        running = false;
    }

    /** Records that the store has refused this node because of a later leader. */
    void fenced() {
        fenced = true;
    }

    synchronized boolean isRunning() {
        return running;
    }

    @Override
    public void run(Leadership leadership) throws InterruptedException {
        Optional<RunningController> controller = controllers.controller().filter(RunningController::isReady);
        if (controller.isEmpty() || worker.isDrained()) {
            NodeSupervisor.LOG.warn("node={} controller_not_ready epoch={}", nodeId, leadership.epoch());
            stepDown.run();
            return;
        }
        begin();
        try {
            lead(leadership, controller.get());
        } finally {
            close(controller.get());
            // Bounded: the worker ends or is killed.
            workerStopped.join();
            end();
            worker.tenureEnded();
        }
        if (leadership.isValid()) {
            stepDown.run();
        }
    }

    private void lead(Leadership leadership, RunningController controller) throws InterruptedException {
        controller.resetResponseTime();
        try {
            CompletableFuture<ChannelMessage> raised = controller.request(
                    ChannelMessage.of("raise")
                            .with("lock_epoch", leadership.epoch())
                            .with(
                                    "tenure",
                                    leadership
                                            .tenureId()
                                            .orElseGet(() -> UUID.randomUUID().toString()))
                            .with(BatonClock.system().now().plus(leadership.remaining())),
                    "raised");
            // The worker stops meanwhile; both must be done before the first write.
            workerStopped = CompletableFuture.runAsync(() -> worker.stop(leadership.epoch()));
            long epoch = response(leadership, controller, raised).fields().number("leader_epoch");
            await(leadership, controller, workerStopped, RESPONSE_TIMEOUT);
            CompletableFuture<ChannelMessage> opened =
                    controller.request(ChannelMessage.of("open").with("leader_epoch", epoch), "opened");
            if (!response(leadership, controller, opened).fields().flag("done", false)) {
                NodeSupervisor.LOG.warn("node={} not_opened leader_epoch={}", nodeId, epoch);
                return;
            }
            String url = settings.controller().url();
            NodeSupervisor.LOG.info("node={} leading leader_epoch={} url={}", nodeId, epoch, url);
            // The worker has ended, so its jobs need not wait until its leases expire.
            controller.child.send(ChannelMessage.of("revoke").with("agent", NodeSettings.workerName(nodeId)));
            supervise(leadership, controller);
        } catch (TimeoutException | ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            NodeSupervisor.LOG.warn(
                    "node={} cannot_lead epoch={} cause={}", nodeId, leadership.epoch(), cause.getMessage());
        }
    }

    private void supervise(Leadership leadership, RunningController controller) throws InterruptedException {
        DrainRequest current = DrainRequest.NONE;
        CompletableFuture<ChannelMessage> drained = new CompletableFuture<>();
        long first = extensions + 1;
        while (leadership.isValid() && !drained.isDone()) {
            extend(leadership, controller);
            Optional<String> problem = problem(controller, first);
            if (problem.isPresent()) {
                NodeSupervisor.LOG.warn(
                        "node={} stepping_down epoch={} cause={}", nodeId, leadership.epoch(), problem.get());
                return;
            }
            DrainRequest wanted = wantedDrain;
            if (!wanted.equals(current)) {
                current = wanted;
                drained = drain(controller, wanted);
            }
            pause(drained, interval(leadership));
        }
    }

    /** Begins, changes or cancels a drain. Returns a future that completes when the drain is over. */
    private CompletableFuture<ChannelMessage> drain(RunningController controller, DrainRequest wanted) {
        if (wanted.grace().isEmpty()) {
            NodeSupervisor.LOG.info("node={} drain_cancelled", nodeId);
            controller.child.send(ChannelMessage.of("undrain").with("request", wanted.request()));
            return new CompletableFuture<>();
        }
        long millis = wanted.grace().get().toMillis();
        NodeSupervisor.LOG.info("node={} draining grace_ms={}", nodeId, millis);
        ChannelMessage request = ChannelMessage.of("drain")
                .with("grace_ms", millis)
                .with("number", wanted.number())
                .with("request", wanted.request());
        return controller.request(request, "drained-" + wanted.number());
    }

    private static void pause(CompletableFuture<?> early, Duration pause) throws InterruptedException {
        try {
            early.get(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException continued) {
            // The loop checks the state of the controller.
        }
    }

    /** @param first the number of the first extension since the term was opened */
    private Optional<String> problem(RunningController controller, long first) {
        if (fenced) {
            return Optional.of("the store has seen a later leader");
        }
        if (!controller.child.isAlive()) {
            return Optional.of("the controller died");
        }
        if (controller.sinceResponse().compareTo(validity) > 0) {
            return Optional.of("the controller does not respond");
        }
        if (controller.extendedWithoutTerm() >= first) {
            // It was paused for less than a validity, but past the last deadline that it had.
            return Optional.of("the term of the controller has expired");
        }
        if (controller.databaseOutage().compareTo(validity) > 0) {
            return Optional.of("the controller cannot reach its store");
        }
        return Optional.empty();
    }

    /** Reads the clock before the remaining time, so that a delay between both makes the deadline early, never late. */
    private void extend(Leadership leadership, RunningController controller) {
        ClockReading now = BatonClock.system().now();
        Duration remaining = leadership.remaining();
        if (!remaining.isZero()) {
            controller.child.send(
                    ChannelMessage.of("extend").with("n", ++extensions).with(now.plus(remaining)));
        }
    }

    private Duration interval(Leadership leadership) {
        return shorter(leadership.remaining(), shorter(validity.dividedBy(20), LONGEST_INTERVAL));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private ChannelMessage response(
            Leadership leadership, RunningController controller, CompletableFuture<ChannelMessage> pending)
            throws InterruptedException, TimeoutException, ExecutionException {
        await(leadership, controller, pending, RESPONSE_TIMEOUT);
        ChannelMessage message = pending.get();
        Optional<String> failure = message.fields().optionalText("failed");
        if (failure.isPresent()) {
            throw new TimeoutException(failure.get());
        }
        return message;
    }

    /** Waits for completion and extends the leadership of the controller meanwhile. */
    private void await(
            Leadership leadership, RunningController controller, CompletableFuture<?> pending, Duration timeout)
            throws InterruptedException, TimeoutException, ExecutionException {
        long until = System.nanoTime() + timeout.toNanos();
        while (leadership.isValid() && System.nanoTime() - until < 0 && controller.child.isAlive()) {
            try {
                pending.get(interval(leadership).toNanos(), TimeUnit.NANOSECONDS);
                return;
            } catch (TimeoutException notYet) {
                extend(leadership, controller);
            }
        }
        throw new TimeoutException("the controller did not respond in time");
    }

    /** Makes the controller read-only; kills it if it does not confirm that. Does not react to interrupts. */
    private static void close(RunningController controller) {
        try {
            controller
                    .request(ChannelMessage.of("close"), "closed")
                    .orTimeout(CLOSE_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException unconfirmed) {
            controller.kill();
        }
    }
}
