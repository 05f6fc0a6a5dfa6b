package dev.baton.reconcile;

import dev.baton.BatonException;
import dev.baton.LeadershipLostException;
import dev.baton.reconcile.ReconcileProgress.Part;
import dev.baton.store.StoredObject;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The work on keys that were taken from the queue or from a sweep: a closer look, a fenced write, and what follows from a
 * failure. Whatever one resource causes, an {@code Error} of the user's code too, the others go on. Thread-safe.
 */
final class ResourceWork<S, T> {
    private final ReconcileContext<S, T> context;
    private final FencedWrites writes;
    private final ResourceQueue queue;
    private final ResourceSweep<S, T> sweeps;
    private final ResourceLook<S, T> look;
    /** The keys for which only an answer of the driver itself counts, until the result is written; with a report number. */
    private final Map<String, Long> unconfirmed = new HashMap<>();

    private long reports;

    ResourceWork(ReconcileContext<S, T> context, FencedWrites writes, ResourceQueue queue, ResourceSweep<S, T> sweeps) {
        this.context = context;
        this.writes = writes;
        this.queue = queue;
        this.sweeps = sweeps;
        this.look = new ResourceLook<>(context, sweeps, writes.permission().epoch());
    }

    /** The watch reported the end of a resource: only the driver's own answer counts for it. */
    synchronized void reportedGone(String id) {
        unconfirmed.put(id, ++reports);
    }

    private synchronized @Nullable Long unconfirmed(String id) {
        return unconfirmed.get(id);
    }

    /** What was reported has been written or needs no write: only now it is forgotten, unless there is a later report. */
    private synchronized void confirmed(String id, @Nullable Long report) {
        if (report != null) {
            unconfirmed.remove(id, report);
        }
    }

    /** A closer look at one resource. */
    private interface CloserLook {
        Optional<PlannedWrite> at(ResourceLook.Attempt attempt) throws Exception;
    }

    /**
     * Handles a key of the queue. If another process has written its record in between, it is queued again.
     *
     * @param spare wait for slow calls
     */
    void queued(String id, SpareThreads spare) throws InterruptedException {
        Set<String> open = new LinkedHashSet<>(Set.of(id));
        try {
            Long report = unconfirmed(id);
            Optional<StoredObject> stored = context.resources().stored(id);
            Optional<PlannedWrite> planned = stored.isPresent()
                    ? looked(id, report, attempt -> look.forQueue(stored.get(), report != null, attempt), spare, open)
                    : Optional.empty();
            if (open.contains(id)) {
                write(id, report, planned, open);
            }
        } catch (Throwable failed) {
            failed(Set.of(id), failed, open);
        } finally {
            open.forEach(queue::done);
        }
    }

    private void write(String id, @Nullable Long report, Optional<PlannedWrite> planned, Set<String> open) {
        if (planned.isEmpty() || apply(List.of(planned.get()))) {
            confirmed(id, report);
            done(id, open);
        } else {
            done(id, open);
            queue.add(id);
        }
    }

    /** Goes on with one key on a thread of its own, and waits for its calls. */
    private void slow(String id, @Nullable Long report, ResourceLook.Attempt attempt, CloserLook closer)
            throws InterruptedException {
        Set<String> open = new LinkedHashSet<>(Set.of(id));
        try {
            write(id, report, patiently(id, attempt, closer), open);
        } catch (Throwable failed) {
            failed(Set.of(id), failed, open);
        } finally {
            open.forEach(queue::done);
        }
    }

    /**
     * Handles records that a sweep has found. What is to be written of all of them goes into one transaction. If another
     * process has written one of them in between, each gets its own, and that one is left to the next sweep. One whose calls
     * are slow does not delay the others.
     *
     * @param spare wait for slow calls
     */
    void swept(List<ResourceSweep.Item> items, SpareThreads spare) throws InterruptedException {
        Set<String> open = new LinkedHashSet<>();
        items.forEach(item -> open.add(item.id()));
        Map<String, Long> reported = new HashMap<>();
        Map<String, PlannedWrite> planned = new TreeMap<>();
        try {
            open.forEach(id -> reported.put(id, unconfirmed(id)));
            Map<String, StoredObject> stored = context.resources().stored(open);
            for (ResourceSweep.Item item : items) {
                look(item, Optional.ofNullable(stored.get(item.id())), reported.get(item.id()), spare, open)
                        .ifPresent(write -> planned.put(item.id(), write));
                context.progress().sweeping(context.clock().nanos());
            }
            if (!planned.isEmpty() && !apply(planned.values())) {
                planned.forEach((id, write) -> {
                    if (planned.size() == 1 || !apply(List.of(write))) {
                        reported.remove(id);
                    }
                });
            }
            for (String id : Set.copyOf(open)) {
                confirmed(id, reported.get(id));
                done(id, open);
            }
        } catch (Throwable failed) {
            failed(Set.copyOf(open), failed, open);
        } finally {
            open.forEach(queue::done);
        }
    }

    private Optional<PlannedWrite> look(
            ResourceSweep.Item item,
            Optional<StoredObject> stored,
            @Nullable Long report,
            SpareThreads spare,
            Set<String> open)
            throws InterruptedException {
        if (stored.isEmpty()) {
            sweeps.vanished(item.id());
            return Optional.empty();
        }
        if (stored.get().resourceVersion() != item.version()) {
            // It was written since the sweep has seen it, and is left to the next one.
            return Optional.empty();
        }
        try {
            return looked(
                    item.id(), report, attempt -> look.forSweep(stored.get(), item.waits(), attempt), spare, open);
        } catch (Throwable failed) {
            failed(Set.of(item.id()), failed, open);
            return Optional.empty();
        }
    }

    /** Looks at one resource. If its calls are slow and a spare thread goes on with it, it is not open any more. */
    private Optional<PlannedWrite> looked(
            String id, @Nullable Long report, CloserLook closer, SpareThreads spare, Set<String> open)
            throws Exception {
        long asked = context.clock().nanos();
        try {
            return looked(id, () -> closer.at(new ResourceLook.Attempt(asked, false)));
        } catch (SlowCallException slow) {
            ResourceLook.Attempt patient = new ResourceLook.Attempt(asked, true);
            if (!spare.tryRun(() -> slow(id, report, patient, closer))) {
                return patiently(id, patient, closer);
            }
            open.remove(id);
            return Optional.empty();
        }
    }

    private Optional<PlannedWrite> patiently(String id, ResourceLook.Attempt attempt, CloserLook closer)
            throws Exception {
        try {
            return looked(id, () -> closer.at(attempt));
        } finally {
            context.driver().abandon(id);
        }
    }

    /** Looks at one resource, and counts a failure: of the driver, the session check or a codec. */
    private Optional<PlannedWrite> looked(String id, Callable<Optional<PlannedWrite>> closer) throws Exception {
        try {
            return closer.call();
        } catch (InterruptedException | SlowCallException other) {
            throw other;
        } catch (Exception | Error failed) {
            context.progress().failed(id, failed.toString(), context.clock().nanos());
            throw failed;
        }
    }

    private void done(String id, Set<String> open) {
        open.remove(id);
        queue.done(id);
        if (!queue.isFailing()) {
            context.progress().recovered();
        }
    }

    /** Lets the keys wait for their backoff, unless the work of this tenure is over. */
    private void failed(Collection<String> ids, Throwable failed, Set<String> open) throws InterruptedException {
        if (failed instanceof LeadershipLostException lost) {
            throw lost;
        }
        if (failed instanceof InterruptedException || Thread.interrupted()) {
            throw new InterruptedException();
        }
        for (String id : ids) {
            open.remove(id);
            Duration wait = queue.failed(id, failed.toString(), context.clock().nanos());
            Reconciler.LOG.warn(
                    "reconciling {}/{} failed; trying again in {} ms: {}",
                    context.resources().type(),
                    id,
                    wait.toMillis(),
                    failed.toString());
        }
    }

    /** Applies all writes or none. Returns false if another process has written one of the records in between. */
    private boolean apply(Collection<PlannedWrite> planned) {
        try {
            boolean applied =
                    writes.apply(planned.stream().map(PlannedWrite::write).toList());
            context.progress().succeeded(Part.STORE, context.clock().nanos());
            if (applied) {
                planned.forEach(one -> one.log(writes.permission().epoch()));
            }
            return applied;
        } catch (LeadershipLostException over) {
            throw over;
        } catch (BatonException failed) {
            context.progress()
                    .failed(
                            Part.STORE,
                            String.valueOf(failed.getMessage()),
                            context.clock().nanos());
            throw failed;
        }
    }
}
