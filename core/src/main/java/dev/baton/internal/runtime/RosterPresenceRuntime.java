package dev.baton.internal.runtime;

import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.RosterPresence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Speaks on the roster and looks at it every beat. Lives on the loop; the listener does not. */
final class RosterPresenceRuntime implements RosterPresence, RosterEntry {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration BEAT = Duration.ofSeconds(1);

    private final SharedServices services;
    private final String election;
    private final String instanceId;
    private final int priority;
    private final Consumer<List<InstanceStatus>> listener;
    private final Consumer<RosterPresenceRuntime> onClosed;
    private final StatusFreshness freshness;
    private boolean looking;
    private volatile boolean closed;
    private volatile Words words = new Words(true, "");

    RosterPresenceRuntime(
            SharedServices services,
            String election,
            CandidateSettings who,
            Consumer<List<InstanceStatus>> listener,
            Consumer<RosterPresenceRuntime> onClosed) {
        this.services = services;
        this.election = election;
        this.instanceId = who.instanceId().orElseGet(() -> InstanceIds.fromEnvironmentOr(services.backend()));
        this.priority = who.priority();
        this.listener = listener;
        this.onClosed = onClosed;
        this.freshness = new StatusFreshness(services.backend().defaults().claimTimeout());
    }

    void start() {
        services.environment().loop().execute(() -> {
            services.roster().add(this);
            again();
        });
    }

    @Override
    public String instanceId() {
        return instanceId;
    }

    @Override
    public InstanceStatus frame(Instant now) {
        Words said = words;
        return new InstanceStatus(
                election, instanceId, false, CandidateState.FOLLOWER, 0, priority, said.healthy, now, said.note);
    }

    @Override
    public void update(boolean healthy, String note) {
        Words next = new Words(healthy, note);
        if (!next.equals(words)) {
            words = next;
            services.environment().loop().execute(services.roster()::changed);
        }
    }

    @Override
    public void close() {
        closed = true;
        services.environment().loop().execute(() -> services.roster().remove(this));
        onClosed.accept(this);
    }

    private void again() {
        services.environment().loop().at(services.now() + BEAT.toNanos(), () -> {
            if (!closed) {
                look();
                again();
            }
        });
    }

    private void look() {
        // A listener or a store that takes longer than a beat is waited for, not flooded.
        if (!looking) {
            looking = true;
            services.backend()
                    .roster()
                    .list(election)
                    .whenComplete((frames, failure) -> services.environment()
                            .loop()
                            .execute(() -> {
                                if (frames == null) {
                                    looking = false;
                                    LOG.debug("the roster of {} was not read", election, failure);
                                } else {
                                    tell(freshness.of(frames, services.now()));
                                }
                            }));
        }
    }

    private void tell(List<InstanceStatus> present) {
        services.environment().callbacks().execute(() -> {
            try {
                if (!closed) {
                    listener.accept(present);
                }
            } catch (RuntimeException | Error failed) {
                LOG.error("a listener to the roster of {} failed", election, failed);
            } finally {
                services.environment().loop().execute(() -> looking = false);
            }
        });
    }

    private record Words(boolean healthy, String note) {}
}
