package dev.baton.node.supervisor;

import dev.baton.LeaderInfo;
import dev.baton.node.ControllerSettings;
import dev.baton.node.channel.ChannelMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The place of the controller: one sits there, and when it dies another is started. */
final class ControllerSupervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final ControllerSettings settings;
    private final List<String> command;
    private final Consumer<ChannelMessage> wishes;
    private final RestartBackoff backoff = new RestartBackoff();
    private final CompletableFuture<Boolean> firstListening = new CompletableFuture<>();
    private final ScheduledExecutorService starter = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "node-controller-seat");
        thread.setDaemon(true);
        return thread;
    });
    private volatile @Nullable Sitting sitting;
    private volatile ChannelMessage leader = ChannelMessage.of("leader");
    private volatile boolean closed;

    /** A seat that passes on what its controller wishes: to drain, or to step down. */
    ControllerSupervisor(ControllerSettings settings, List<String> command, Consumer<ChannelMessage> wishes) {
        this.settings = settings;
        this.command = command;
        this.wishes = wishes;
    }

    void start() {
        starter.execute(this::seat);
    }

    /** True once the first controller listens, false when it died before that. */
    CompletableFuture<Boolean> firstListening() {
        return firstListening;
    }

    /** Whether the controller listens and reaches its ledger. */
    boolean isReady() {
        Sitting now = sitting;
        return now != null && now.isReady();
    }

    Optional<Sitting> sitting() {
        return Optional.ofNullable(sitting);
    }

    /** Tells the controller, and every later one, who leads. */
    void leaderChanged(Optional<LeaderInfo> record) {
        ChannelMessage told = ChannelMessage.of("leader");
        if (record.isPresent()) {
            told = told.with("leader_id", record.get().instanceId())
                    .with("leader_url", record.get().url().orElse(null));
        }
        leader = told;
        Sitting now = sitting;
        if (now != null) {
            now.child.say(told);
        }
    }

    private void seat() {
        if (closed) {
            return;
        }
        try {
            new Sitting(ChildProcess.start(command)).begin();
        } catch (IOException failed) {
            LOG.error("node={} {}", settings.nodeId(), failed.getMessage());
            firstListening.complete(false);
            again(Duration.ZERO);
        }
    }

    private void again(Duration life) {
        if (!closed) {
            starter.schedule(this::seat, backoff.after(life).toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        closed = true;
        starter.shutdownNow();
        Sitting now = sitting;
        if (now != null) {
            now.child.kill();
            now.child.awaitEnd(Duration.ofSeconds(5));
        }
    }

    /** One controller process from its start to its death. */
    final class Sitting {
        private final ChildProcess child;
        private final long since = System.nanoTime();
        private final Map<String, CompletableFuture<ChannelMessage>> asked = new ConcurrentHashMap<>();
        private volatile boolean listening;
        private volatile boolean ledgerReached;
        private volatile long lostLedgerAt = System.nanoTime();
        private volatile long acked = System.nanoTime();

        private Sitting(ChildProcess child) {
            this.child = child;
        }

        private void begin() {
            child.say(settings.toMessage());
            sitting = this;
            child.say(leader);
            child.listen(this::hear, this::ended);
        }

        private void hear(ChannelMessage message) {
            switch (message.verb()) {
                case "listening" -> {
                    listening = true;
                    firstListening.complete(true);
                    LOG.info(
                            "node={} controller_listening url={} pid={}",
                            settings.nodeId(),
                            settings.url(),
                            child.pid());
                }
                case "ledger" -> {
                    ledgerReached = message.fields().flag("reached");
                    lostLedgerAt = System.nanoTime();
                }
                case "ack" -> acked = System.nanoTime();
                case "drain_wanted", "fenced" -> wishes.accept(message);
                default -> {
                    CompletableFuture<ChannelMessage> answer = asked.remove(message.verb());
                    if (answer != null) {
                        answer.complete(message);
                    }
                }
            }
        }

        private void ended() {
            sitting = null;
            asked.values().forEach(answer -> answer.completeExceptionally(new IOException("the controller died")));
            firstListening.complete(false);
            if (!closed) {
                LOG.warn("node={} controller_died pid={}", settings.nodeId(), child.pid());
                again(Duration.ofNanos(System.nanoTime() - since));
            }
        }

        /** Says something; the future is the answer of that verb. */
        CompletableFuture<ChannelMessage> ask(ChannelMessage message, String answer) {
            CompletableFuture<ChannelMessage> future = new CompletableFuture<>();
            asked.put(answer, future);
            if (!child.isAlive()) {
                future.completeExceptionally(new IOException("the controller died"));
            }
            child.say(message);
            return future;
        }

        void say(ChannelMessage message) {
            child.say(message);
        }

        boolean isAlive() {
            return child.isAlive();
        }

        boolean isReady() {
            return listening && ledgerReached && child.isAlive();
        }

        /** How long it has not answered. */
        Duration silence() {
            return Duration.ofNanos(System.nanoTime() - acked);
        }

        /** Counts its silence from now on. */
        void listenAnew() {
            acked = System.nanoTime();
        }

        /** How long it has not reached its ledger. */
        Duration withoutLedger() {
            return ledgerReached ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - lostLedgerAt);
        }

        /** Ends it, and returns when it is dead. */
        void kill() {
            child.kill();
            child.awaitEnd(Duration.ofSeconds(5));
        }
    }
}
