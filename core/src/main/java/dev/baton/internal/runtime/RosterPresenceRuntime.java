package dev.baton.internal.runtime;

import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.RosterPresence;
import dev.baton.support.time.UnchangedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A roster entry without a candidate. It reads the roster every second for its listener. */
final class RosterPresenceRuntime implements RosterPresence, RosterEntry {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration READ_INTERVAL = Duration.ofSeconds(1);

    private final SharedServices services;
    private final String election;
    private final String instanceId;
    private final int priority;
    private final Consumer<List<InstanceStatus>> listener;
    private final Consumer<RosterPresenceRuntime> onClosed;
    private final Duration frozenAfter;
    private final UnchangedTimer<String, Instant> timestamps = new UnchangedTimer<>();
    private boolean reading;
    private volatile boolean closed;
    private volatile Content content = new Content(true, "");

    RosterPresenceRuntime(
            SharedServices services,
            String election,
            CandidateSettings identity,
            Consumer<List<InstanceStatus>> listener,
            Consumer<RosterPresenceRuntime> onClosed) {
        this.services = services;
        this.election = election;
        this.instanceId = services.instanceId(identity);
        this.priority = identity.priority();
        this.listener = listener;
        this.onClosed = onClosed;
        this.frozenAfter = services.backend().defaults().claimTimeout();
    }

    void start() {
        services.loop().execute(() -> {
            services.roster().add(this);
            scheduleRead();
        });
    }

    @Override
    public String instanceId() {
        return instanceId;
    }

    @Override
    public boolean isInstance(String ofElection, String id) {
        return election.equals(ofElection) && instanceId.equals(id);
    }

    @Override
    public InstanceStatus status(Instant now) {
        Content current = content;
        return new InstanceStatus(
                election, instanceId, false, CandidateState.FOLLOWER, 0, priority, current.healthy, now, current.note);
    }

    @Override
    public void update(boolean healthy, String note) {
        Content next = new Content(healthy, Objects.requireNonNull(note, "note"));
        if (!next.equals(content)) {
            content = next;
            services.loop().execute(services.roster()::changed);
        }
    }

    @Override
    public void close() {
        closed = true;
        services.loop().execute(() -> services.roster().remove(this));
        onClosed.accept(this);
    }

    private void scheduleRead() {
        services.environment().after(READ_INTERVAL, () -> {
            if (!closed) {
                read();
                scheduleRead();
            }
        });
    }

    private void read() {
        // If the store or the listener is slower than the interval, skip a read instead of queueing.
        if (reading) {
            return;
        }
        CompletionStage<List<InstanceStatus>> listed =
                Failures.sent(() -> services.backend().roster().list(election));
        // Only now: a read for which there was no memory must not prevent the next one.
        reading = true;
        listed.whenComplete((statuses, failure) -> services.loop().execute(() -> {
            if (statuses == null) {
                reading = false;
                LOG.debug("could not read the roster of {}; retrying", election, failure);
            } else {
                deliver(statuses);
            }
        }));
    }

    /**
     * Filters out the status of instances that are frozen or gone: those whose timestamp has not changed for a while,
     * as measured on our own clock. The timestamps come from other machines and are never compared with our clock.
     */
    private List<InstanceStatus> fresh(List<InstanceStatus> statuses) {
        long now = services.now();
        timestamps.retain(statuses.stream().map(InstanceStatus::instanceId).collect(Collectors.toSet()));
        return statuses.stream()
                .filter(status -> timestamps
                                .observe(status.instanceId(), status.timestamp(), now)
                                .compareTo(frozenAfter)
                        < 0)
                .toList();
    }

    private void deliver(List<InstanceStatus> statuses) {
        try {
            List<InstanceStatus> fresh = fresh(statuses);
            services.environment().callbacks().execute(() -> call(fresh));
        } catch (RuntimeException | Error noThread) {
            LOG.warn("roster listener of {} has to wait: no thread or memory for the call", election, noThread);
            services.loop().execute(() -> reading = false);
        }
    }

    private void call(List<InstanceStatus> statuses) {
        try {
            if (!closed) {
                listener.accept(statuses);
            }
        } catch (RuntimeException | Error failed) {
            LOG.error("roster listener of {} failed", election, failed);
        } finally {
            services.loop().execute(() -> reading = false);
        }
    }

    private record Content(boolean healthy, String note) {}
}
