package dev.baton.internal.runtime;

import dev.baton.InstanceStatus;
import dev.baton.spi.Backend;
import dev.baton.spi.Roster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the status of this process's instances every five seconds and shortly after every change. It also reads
 * which elections have candidates with a high priority. Used only on the event loop, except where noted.
 */
final class RosterPublisher {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration PRIORITY_INTERVAL = Duration.ofMillis(2500);

    /** Collects changes that happen together into one request. */
    private static final Duration CHANGE_DELAY = Duration.ofMillis(10);

    private final RuntimeEnvironment environment;
    private final Backend backend;
    private final Set<RosterEntry> published = new LinkedHashSet<>();
    private final Set<RosterEntry> local = ConcurrentHashMap.newKeySet();
    private Map<String, Integer> highestPriorities = Map.of();
    private List<Runnable> waiting = new ArrayList<>();
    private boolean publishing;
    private boolean changed;
    private boolean started;
    private boolean closed;

    RosterPublisher(RuntimeEnvironment environment, Backend backend) {
        this.environment = environment;
        this.backend = backend;
    }

    /** Adds an entry to those that {@link #local} finds. Thread-safe. */
    void addLocal(RosterEntry entry) {
        local.add(entry);
    }

    /** Undoes {@link #addLocal}. Thread-safe. */
    void removeLocal(RosterEntry entry) {
        local.remove(entry);
    }

    /** Returns the status of an instance of this connection, whether or not it is published yet. Thread-safe. */
    Optional<InstanceStatus> local(String election, String instanceId) {
        return local.stream()
                .filter(entry -> entry.isInstance(election, instanceId))
                .findFirst()
                .map(entry -> entry.status(wallTime()));
    }

    void add(RosterEntry entry) {
        published.add(entry);
        if (!started) {
            started = true;
            readPriorities();
            publishPeriodically();
        }
        changed();
    }

    void remove(RosterEntry entry) {
        published.remove(entry);
        changed();
    }

    /** Schedules a publication, because the status of an entry changed. */
    void changed() {
        if (!changed && started) {
            after(CHANGE_DELAY, this::publish);
            changed = true;
        }
    }

    /** Runs the task after the next publication, successful or not; at once if nothing was ever published. */
    void afterNextPublication(Runnable done) {
        if (!started || closed) {
            done.run();
            return;
        }
        waiting.add(done);
        changed();
    }

    void close() {
        closed = true;
    }

    /** Returns whether a candidate with this priority should let another one go first. */
    boolean isOutranked(String election, int priority) {
        return priority < 0 || highestPriorities.getOrDefault(election, Integer.MIN_VALUE) > priority;
    }

    private void publishPeriodically() {
        changed();
        after(Roster.maxAge().dividedBy(3), this::publishPeriodically);
    }

    private void publish() {
        if (publishing) {
            after(CHANGE_DELAY, this::publish);
            return;
        }
        Instant now = wallTime();
        List<InstanceStatus> statuses = new ArrayList<>(published.size());
        published.forEach(entry -> statuses.add(entry.status(now)));
        CompletionStage<Void> sent = announce(statuses);
        // Only now: without a thread or memory for the request, the loop runs this again, and no reply follows.
        changed = false;
        publishing = true;
        List<Runnable> waited = waiting;
        waiting = new ArrayList<>();
        sent.whenComplete((done, failure) -> environment.loop().execute(() -> {
            publishing = false;
            if (failure != null) {
                LOG.debug("could not publish the roster to {}; retrying", backend.describe(), failure);
            }
            waited.forEach(Runnable::run);
        }));
    }

    private CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        try {
            return backend.roster().announce(statuses);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private void readPriorities() {
        Failures.sent(() -> backend.roster().prioritised())
                .whenComplete((statuses, failure) -> environment.loop().execute(() -> {
                    if (statuses != null) {
                        highestPriorities = highest(statuses);
                    }
                }));
        after(PRIORITY_INTERVAL, this::readPriorities);
    }

    private static Map<String, Integer> highest(List<InstanceStatus> statuses) {
        Map<String, Integer> highest = new HashMap<>();
        for (InstanceStatus status : statuses) {
            if (status.healthy() && !status.isLeader()) {
                highest.merge(status.election(), status.priority(), Math::max);
            }
        }
        return highest;
    }

    private Instant wallTime() {
        return Instant.ofEpochMilli(environment.clock().wallMillis());
    }

    private void after(Duration delay, Runnable task) {
        environment.after(delay, () -> {
            if (!closed) {
                task.run();
            }
        });
    }
}
