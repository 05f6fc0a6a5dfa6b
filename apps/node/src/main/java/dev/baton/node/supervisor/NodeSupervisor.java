package dev.baton.node.supervisor;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.LeaderObservation;
import dev.baton.ShutdownException;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.database.JobDatabase;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node: takes part in the election and controls its two children according to its role. */
public final class NodeSupervisor {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration HEALTH_INTERVAL = Duration.ofMillis(200);
    private static final Duration STEP_DOWN_TIMEOUT = Duration.ofSeconds(10);

    /** A node that becomes leader within this time never starts its worker. */
    private static final Duration WORKER_DELAY = Duration.ofSeconds(2);

    /** The members of a group have fixed ids and refuse a second process with the same id themselves. */
    private static final Pattern GROUP_URL = Pattern.compile("(quorum|mqtt|mqtts):.*");

    private final NodeSettings settings;
    private final ExecutorService stepDowns = NamedThreads.unbounded("node-step-down");
    private final List<ChannelMessage> earlyRequests = new ArrayList<>();
    private @Nullable NodeLeadership leadership;
    private @Nullable StandbyDrain standbyDrain;

    private NodeSupervisor(NodeSettings settings) {
        this.settings = settings;
    }

    /**
     * Runs a node until the stage completes. Then drains, steps down and ends the children.
     *
     * @throws IllegalArgumentException if another process has the same node id, with that process
     * @throws BatonException if the controller cannot be started, or if the store of the election fails
     */
    public static void run(NodeSettings settings, CompletionStage<?> stop) throws InterruptedException {
        new NodeSupervisor(settings).run(stop.toCompletableFuture());
    }

    private void run(CompletableFuture<?> stop) throws InterruptedException {
        try (Baton baton = Baton.connect(settings.electionUrl())) {
            boolean isGroup = GROUP_URL.matcher(settings.electionUrl()).matches();
            Optional<NodeIdLock> idLock = isGroup ? Optional.empty() : Optional.of(NodeIdLock.acquire(settings));
            try (NodeAddresses addresses = new NodeAddresses(baton, settings, isGroup);
                    WorkerSupervisor worker = new WorkerSupervisor(settings.nodeId(), settings.agentCommand());
                    ControllerSupervisor controllers = new ControllerSupervisor(
                            settings.controller().withTakeover(longestTakeover(baton)),
                            settings.controllerCommand(),
                            this::controllerRequest,
                            addresses)) {
                controllers.start();
                if (!controllers.firstListening().join()) {
                    throw new BatonException(
                            "cannot start the controller of node " + settings.nodeId() + "; see its output above");
                }
                takePart(baton, controllers, worker, stop);
            } finally {
                idLock.ifPresent(NodeIdLock::close);
            }
        }
    }

    private Duration longestTakeover(Baton baton) {
        CandidateSettingsBuilder builder = CandidateSettings.builder();
        settings.validity().ifPresent(builder::validity);
        FailoverTimes times = baton.backend()
                .failover(CandidateTiming.of(builder.build(), baton.backend().defaults()));
        return Stream.of(times.kill(), times.freeze(), times.partition(), times.release())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private void takePart(
            Baton baton, ControllerSupervisor controllers, WorkerSupervisor worker, CompletableFuture<?> stop) {
        CandidateSettings candidacy = candidacy(controllers, worker);
        Duration validity =
                CandidateTiming.of(candidacy, baton.backend().defaults()).validity();
        Candidate candidate = baton.election(JobDatabase.ELECTION).candidate(candidacy);
        Runnable stepDown = () -> stepDowns.execute(() -> candidate.stepDown(STEP_DOWN_TIMEOUT));
        NodeLeadership work = new NodeLeadership(settings, controllers, worker, validity, stepDown);
        acceptRequests(work, new StandbyDrain(settings.nodeId(), controllers, worker));
        LeaderObservation observation = baton.election(JobDatabase.ELECTION).observe(controllers::leaderChanged);
        candidate.onReleased(released -> worker.lockReleased(released.epoch()));
        candidate.onLost(lost -> {
            String reason = lost.reason().code();
            LOG.warn("node={} lost epoch={} reason={}", settings.nodeId(), lost.epoch(), reason);
            worker.lockReleased(lost.epoch());
        });
        candidate.whileLeading(work);
        candidate.start();
        CompletableFuture.delayedExecutor(WORKER_DELAY.toMillis(), TimeUnit.MILLISECONDS)
                .execute(worker::allowIfNeverLed);
        try {
            stop.handle((done, failed) -> true).join();
        } finally {
            // First, so that the release of the lock does not start the worker again.
            worker.close();
            awaitDrained(work);
            close(candidate);
            observation.close();
        }
    }

    private CandidateSettings candidacy(ControllerSupervisor controllers, WorkerSupervisor worker) {
        CandidateSettingsBuilder builder = CandidateSettings.builder()
                .instanceId(settings.nodeId())
                .url(settings.controller().url())
                .healthCheck(() -> controllers.isReady() && !worker.isDrained())
                .healthInterval(HEALTH_INTERVAL);
        settings.validity().ifPresent(builder::validity);
        return builder.build();
    }

    private void awaitDrained(NodeLeadership work) {
        if (work.drain()) {
            long until =
                    System.nanoTime() + settings.drain().plus(STEP_DOWN_TIMEOUT).toNanos();
            while (work.isRunning() && System.nanoTime() - until < 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
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

    /** Handles all requests of the controller from now on, and those that it has sent before. */
    private synchronized void acceptRequests(NodeLeadership work, StandbyDrain standby) {
        leadership = work;
        standbyDrain = standby;
        earlyRequests.forEach(this::controllerRequest);
        earlyRequests.clear();
    }

    /** Handles a request of the controller. One that arrives before there is a candidate waits for it. */
    private synchronized void controllerRequest(ChannelMessage message) {
        NodeLeadership work = leadership;
        StandbyDrain standby = standbyDrain;
        if (work == null || standby == null) {
            earlyRequests.add(message);
            return;
        }
        long request = message.fields().number("request", 0);
        switch (message.verb()) {
            case "fenced" -> work.fenced();
            case "drain_cancelled" -> {
                work.cancelDrain(request);
                standby.cancel();
            }
            default -> {
                long millis = message.fields().number("grace_ms", -1);
                Optional<Duration> grace = millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
                // The drain of a leader that has ended leading meanwhile is over.
                if (!work.drain(request, grace) && message.fields().flag("standby", false)) {
                    standby.begin(grace.orElse(settings.drain()));
                }
            }
        }
    }
}
