package dev.baton.node.supervisor;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.LeaderObservation;
import dev.baton.ShutdownException;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.database.JobDatabase;
import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node: takes part in the election, and makes of its two children what its role asks for. */
public final class NodeSupervisor {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration HEALTH_EVERY = Duration.ofMillis(200);
    private static final Duration STEP_DOWN = Duration.ofSeconds(10);

    /** A node that wins at once never starts its worker. */
    private static final Duration STANDBY_AFTER = Duration.ofSeconds(2);

    private final NodeSettings settings;
    private final ExecutorService chores = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "node-chores");
        thread.setDaemon(true);
        return thread;
    });

    private NodeSupervisor(NodeSettings settings) {
        this.settings = settings;
    }

    /**
     * Runs a node until the stage completes; then drains, steps down and ends its children.
     *
     * @throws IllegalArgumentException when another process has the node's id, naming it
     * @throws dev.baton.BatonException when its controller cannot be started at all, or the election's store fails
     */
    public static void run(NodeSettings settings, CompletionStage<?> stop) throws InterruptedException {
        new NodeSupervisor(settings).run(stop.toCompletableFuture());
    }

    private void run(CompletableFuture<?> stop) throws InterruptedException {
        try (Baton baton = Baton.connect(settings.electionUrl())) {
            Optional<NodeIdLock> identity = isQuorum() ? Optional.empty() : Optional.of(NodeIdLock.take(settings));
            Wishes wishes = new Wishes();
            try (WorkerSupervisor agent = new WorkerSupervisor(settings.nodeId(), settings.agentCommand());
                    ControllerSupervisor seat = new ControllerSupervisor(
                            settings.controller(), settings.controllerCommand(), wishes::hear)) {
                seat.start();
                if (!seat.firstListening().join()) {
                    throw new dev.baton.BatonException("the controller of node " + settings.nodeId()
                            + " could not be started; what it said is above");
                }
                lead(baton, seat, agent, wishes, stop);
            } finally {
                identity.ifPresent(NodeIdLock::close);
            }
        }
    }

    private void lead(
            Baton baton, ControllerSupervisor seat, WorkerSupervisor agent, Wishes wishes, CompletableFuture<?> stop) {
        CandidateSettings candidacy = candidacy(seat);
        Duration validity =
                CandidateTiming.of(candidacy, baton.backend().defaults()).validity();
        Candidate candidate = baton.election(JobDatabase.ELECTION).candidate(candidacy);
        NodeLeadership work = new NodeLeadership(
                settings, seat, agent, validity, () -> chores.execute(() -> candidate.stepDown(STEP_DOWN)));
        wishes.work = work;
        LeaderObservation observation = baton.election(JobDatabase.ELECTION).observe(seat::leaderChanged);
        candidate.onReleased(released -> agent.released(released.epoch()));
        candidate.onLost(lost -> {
            LOG.warn(
                    "node={} lost epoch={} reason={}",
                    settings.nodeId(),
                    lost.epoch(),
                    lost.reason().code());
            agent.released(lost.epoch());
        });
        candidate.whileLeading(work);
        candidate.start();
        CompletableFuture.delayedExecutor(STANDBY_AFTER.toMillis(), TimeUnit.MILLISECONDS)
                .execute(agent::standby);
        try {
            stop.handle((done, failed) -> true).join();
        } finally {
            // Nothing comes on again when the lock is released.
            agent.close();
            drained(work);
            close(candidate);
            observation.close();
        }
    }

    private CandidateSettings candidacy(ControllerSupervisor seat) {
        CandidateSettingsBuilder builder = CandidateSettings.builder()
                .instanceId(settings.nodeId())
                .url(settings.controller().url())
                .healthCheck(seat::isReady)
                .healthInterval(HEALTH_EVERY);
        settings.validity().ifPresent(builder::validity);
        return builder.build();
    }

    /** The members of a quorum know each other by their ids, and refuse a second of one id themselves. */
    private boolean isQuorum() {
        return settings.electionUrl().startsWith("quorum:")
                || settings.electionUrl().startsWith("mqtt:")
                || settings.electionUrl().startsWith("mqtts:");
    }

    /** Waits until the work has drained, if there is any. */
    private void drained(NodeLeadership work) {
        if (work.drain(Optional.empty())) {
            long until = System.nanoTime() + settings.drain().plus(STEP_DOWN).toNanos();
            while (work.isWorking() && System.nanoTime() - until < 0) {
                java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    static void close(Candidate candidate) {
        try {
            candidate.close();
        } catch (ShutdownException forced) {
            LOG.warn("election={} {}", candidate.election(), forced.getMessage());
        }
    }

    /** What the controller wishes, for the work that may not exist yet. */
    private static final class Wishes {
        private volatile @org.jspecify.annotations.Nullable NodeLeadership work;

        void hear(ChannelMessage message) {
            NodeLeadership leading = work;
            if (leading == null) {
                return;
            }
            if (message.verb().equals("fenced")) {
                leading.fenced();
                return;
            }
            long grace = message.fields().number("grace_ms", -1);
            leading.drain(grace < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(grace)));
        }
    }
}
