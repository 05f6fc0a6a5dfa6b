package dev.baton.node.supervisor;

import dev.baton.LeaderInfo;
import dev.baton.node.ControllerSettings;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.support.json.JsonFields;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Keeps one controller process running: when it dies, another one is started. */
final class ControllerSupervisor implements AutoCloseable {
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

    private final ControllerSettings settings;
    private final List<String> command;
    private final Consumer<ChannelMessage> requests;
    private final NodeAddresses addresses;
    private final RestartBackoff backoff = new RestartBackoff();
    private final CompletableFuture<Boolean> firstListening = new CompletableFuture<>();
    private final ScheduledExecutorService starter = NamedThreads.scheduler("node-controller-starter");
    private volatile Optional<RunningController> controller = Optional.empty();
    private volatile ChannelMessage leader = ChannelMessage.of("leader");
    private volatile ChannelMessage standbyDrain = ChannelMessage.of("standby_drain");
    private volatile boolean closed;

    /**
     * Creates a supervisor; {@link #start} starts the controller.
     *
     * @param requests receives the controller's requests to drain or to step down
     */
    ControllerSupervisor(
            ControllerSettings settings,
            List<String> command,
            Consumer<ChannelMessage> requests,
            NodeAddresses addresses) {
        this.settings = settings;
        this.command = command;
        this.requests = requests;
        this.addresses = addresses;
    }

    void start() {
        starter.execute(this::startController);
    }

    /** Completes with true when the first controller listens, and with false if it dies before that. */
    CompletableFuture<Boolean> firstListening() {
        return firstListening;
    }

    /** Returns whether the controller listens and can reach its database. */
    boolean isReady() {
        return controller.filter(RunningController::isReady).isPresent();
    }

    Optional<RunningController> controller() {
        return controller;
    }

    /** Sends the leader to the current controller and to every later one. */
    void leaderChanged(Optional<LeaderInfo> info) {
        ChannelMessage nobody = ChannelMessage.of("leader");
        ChannelMessage current = info.map(leading -> nobody.with("leader_id", leading.instanceId())
                        .with("leader_url", leading.url().orElse(null))
                        .with("lock_epoch", leading.epoch()))
                .orElse(nobody);
        leader = current;
        controller.ifPresent(running -> running.child.send(current));
    }

    /** Sends whether the node is drained as a standby to the current controller and to every later one. */
    void standbyDrained(boolean drained) {
        ChannelMessage current = ChannelMessage.of("standby_drain").with("drained", drained);
        standbyDrain = current;
        controller.ifPresent(running -> running.child.send(current));
    }

    private void startController() {
        if (closed) {
            return;
        }
        try {
            new RunningController(ChildProcess.start(command)).begin();
        } catch (IOException failed) {
            NodeSupervisor.LOG.error("node={} {}", settings.nodeId(), failed.getMessage());
            firstListening.complete(false);
            restart(Duration.ZERO);
        }
    }

    private void restart(Duration lifetime) {
        if (!closed) {
            starter.schedule(this::startController, backoff.after(lifetime).toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        closed = true;
        starter.shutdownNow();
        controller.ifPresent(RunningController::kill);
    }

    /** One controller process. */
    final class RunningController {
        final ChildProcess child;
        private final long started = System.nanoTime();
        private final Map<String, CompletableFuture<ChannelMessage>> pending = new ConcurrentHashMap<>();
        private volatile boolean listening;
        private volatile boolean databaseReachable;
        private volatile long databaseLostAt = System.nanoTime();
        private volatile long respondedAt = System.nanoTime();
        private volatile long extendedWithoutTerm;

        private RunningController(ChildProcess child) {
            this.child = child;
        }

        private void begin() {
            child.send(settings.toMessage());
            controller = Optional.of(this);
            child.send(leader);
            child.send(standbyDrain);
            child.listen(this::receive, this::ended);
        }

        private void receive(ChannelMessage message) {
            switch (message.verb()) {
                case "listening" -> {
                    listening = true;
                    firstListening.complete(true);
                    NodeSupervisor.LOG.info(
                            "node={} controller_listening url={} pid={}",
                            settings.nodeId(),
                            settings.url(),
                            child.pid());
                }
                case "ledger" -> {
                    databaseReachable = message.fields().flag("reached");
                    databaseLostAt = System.nanoTime();
                }
                case "ack" -> {
                    respondedAt = System.nanoTime();
                    if (!message.fields().flag("leads", true)) {
                        extendedWithoutTerm = message.fields().number("n");
                    }
                }
                case "drain_wanted", "drain_cancelled", "fenced" -> requests.accept(message);
                case "find_node" -> NamedThreads.start("node-lookup", () -> sendAddress(message.fields()));
                default -> {
                    CompletableFuture<ChannelMessage> response = pending.remove(message.verb());
                    if (response != null) {
                        response.complete(message);
                    }
                }
            }
        }

        /** Answers with the URL of another node. The store may be slow, and messages of the controller must not wait. */
        private void sendAddress(JsonFields asked) {
            child.send(ChannelMessage.of("node_found")
                    .with("number", asked.number("number"))
                    .with("url", addresses.urlOf(asked.text("node_id")).orElse(null)));
        }

        private void ended() {
            controller = Optional.empty();
            pending.values().forEach(response -> response.completeExceptionally(died()));
            firstListening.complete(false);
            if (!closed) {
                NodeSupervisor.LOG.warn("node={} controller_died pid={}", settings.nodeId(), child.pid());
                restart(Duration.ofNanos(System.nanoTime() - started));
            }
        }

        private static IOException died() {
            return new IOException("the controller died");
        }

        /** Sends a request and returns the future of the response with the given verb. */
        CompletableFuture<ChannelMessage> request(ChannelMessage message, String responseVerb) {
            CompletableFuture<ChannelMessage> response = new CompletableFuture<>();
            pending.put(responseVerb, response);
            if (!child.isAlive()) {
                response.completeExceptionally(died());
            }
            child.send(message);
            return response;
        }

        boolean isReady() {
            return listening && databaseReachable && child.isAlive();
        }

        /** Returns the time since the last response. */
        Duration sinceResponse() {
            return Duration.ofNanos(System.nanoTime() - respondedAt);
        }

        /** Returns the number of the last extension that found no term; 0 if each found one. */
        long extendedWithoutTerm() {
            return extendedWithoutTerm;
        }

        /** Restarts the time since the last response. */
        void resetResponseTime() {
            respondedAt = System.nanoTime();
        }

        /** Returns for how long the controller has not reached its database. */
        Duration databaseOutage() {
            return databaseReachable ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - databaseLostAt);
        }

        /** Kills the process and waits for its end. */
        void kill() {
            child.kill();
            child.awaitEnd(KILL_TIMEOUT);
        }
    }
}
