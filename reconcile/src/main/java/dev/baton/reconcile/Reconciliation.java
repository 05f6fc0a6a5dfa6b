package dev.baton.reconcile;

import dev.baton.LeadershipLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The reconciliation of one tenure, step by step. Each step checks first that the permission is still valid, then handles one
 * key, handles some records of a sweep, or begins a sweep. Several threads may perform steps; no two handle the same key, and sweeps cannot overlap. It never
 * waits, except for the driver and the store.
 */
final class Reconciliation<S, T> {
    /** The most records of one transaction: it must be over long before the request's time limit. */
    private static final int LARGEST_BATCH = 100;

    private final ReconcileContext<S, T> context;
    private final WritePermission permission;
    private final ResourceQueue queue;
    private final ResourceSweep<S, T> sweeps;
    private final ResourceWork<S, T> work;
    private ResourceSweep.@Nullable Found sweep;
    private boolean beginning;
    private int inSweep;
    private Set<String> strangers = Set.of();
    private Map<String, String> leftAlone = Map.of();
    private long sweepAt;
    private long sweepBegan;
    private int failedSweeps;
    private boolean queueFirst;

    /** Begins the work of a tenure: from now on no earlier leader can write, and the first sweep is due. */
    Reconciliation(ReconcileContext<S, T> context, WritePermission permission) {
        this.context = context;
        this.permission = permission;
        FencedWrites writes = FencedWrites.raise(
                context.resources().store(), context.resources().type(), permission);
        this.queue = new ResourceQueue(context.settings(), context.jitter());
        this.sweeps = new ResourceSweep<>(context, queue);
        this.work = new ResourceWork<>(context, writes, queue, sweeps);
        this.sweepAt = context.clock().nanos();
    }

    /** Queues a key. Callable from any thread. */
    void enqueue(String id) {
        // A resource whose id no record can have is only a stranger.
        if (context.resources().isId(id)) {
            queue.add(id);
        }
    }

    /** Queues a key whose resource the watch reported as gone: the driver is asked for it. Callable from any thread. */
    void enqueueGone(String id) {
        if (context.resources().isId(id)) {
            work.reportedGone(id);
            queue.add(id);
        }
    }

    /** Makes a sweep due now. Callable from any thread. */
    synchronized void sweepSoon() {
        sweepAt = Math.min(sweepAt, context.clock().nanos());
    }

    /** Returns the resources without a readable record at the last sweep, and the records that it left alone. */
    synchronized Set<String> strangers() {
        Set<String> all = new TreeSet<>(strangers);
        all.addAll(leftAlone.keySet());
        return all;
    }

    /** Returns the records that the last sweep left alone, each with the cause. */
    synchronized Map<String, String> leftAlone() {
        return leftAlone;
    }

    Map<String, String> failing() {
        return queue.failing();
    }

    synchronized int queued() {
        return queue.size() + (sweep == null ? 0 : sweep.items().size());
    }

    /** Returns whether the permission is still valid. */
    boolean isPermitted() {
        return permission.isValid();
    }

    /** Returns the time until the next step, unless something is queued before. */
    synchronized Duration untilNext() {
        long now = context.clock().nanos();
        Duration sweeping = sweep != null && !sweep.items().isEmpty()
                ? Duration.ZERO
                : isSweeping() ? context.settings().sweepInterval() : Duration.ofNanos(Math.max(0, sweepAt - now));
        return queue.untilNext(now).filter(due -> due.compareTo(sweeping) < 0).orElse(sweeping);
    }

    private boolean isSweeping() {
        return beginning || sweep != null;
    }

    /** Performs one step that is due, and waits for slow calls. */
    boolean step() throws InterruptedException {
        return step(SpareThreads.NONE);
    }

    /**
     * Performs one step that is due. Returns false if nothing is due or the permission has ended.
     *
     * @param spare wait for slow calls
     * @throws LeadershipLostException if the store refused a write because a later leader has taken over
     */
    boolean step(SpareThreads spare) throws InterruptedException {
        if (!permission.isValid()) {
            return false;
        }
        if (takesQueueFirst()) {
            Optional<String> key = queue.take(context.clock().nanos());
            if (key.isPresent()) {
                work.queued(key.get(), spare);
                return true;
            }
        }
        List<ResourceSweep.Item> items = nextOfSweep();
        if (!items.isEmpty()) {
            List<ResourceSweep.Item> begun =
                    items.stream().filter(item -> queue.begin(item.id())).toList();
            if (!begun.isEmpty()) {
                work.swept(begun, spare);
            }
            endOfItems(items.size());
            return true;
        }
        return beginSweep();
    }

    private synchronized boolean takesQueueFirst() {
        queueFirst = !queueFirst;
        return queueFirst || sweep == null || sweep.items().isEmpty();
    }

    /** Takes a record that the sweep has found; several if there are many, so that their writes share a transaction. */
    private synchronized List<ResourceSweep.Item> nextOfSweep() {
        List<ResourceSweep.Item> next = new ArrayList<>();
        if (sweep != null) {
            int size = sweep.items().size() / (2 * context.settings().workers());
            int most = Math.max(1, Math.min(LARGEST_BATCH, size));
            while (next.size() < most && !sweep.items().isEmpty()) {
                next.add(sweep.items().remove());
            }
        }
        inSweep += next.size();
        return next;
    }

    private synchronized void endOfItems(int number) {
        inSweep -= number;
        context.progress().sweeping(context.clock().nanos());
        endSweepIfDone();
    }

    private void endSweepIfDone() {
        if (sweep != null && sweep.items().isEmpty() && inSweep == 0) {
            sweep = null;
            long now = context.clock().nanos();
            context.progress().swept(Duration.ofNanos(now - sweepBegan), now);
        }
    }

    private boolean beginSweep() throws InterruptedException {
        synchronized (this) {
            long now = context.clock().nanos();
            if (isSweeping() || sweepAt - now > 0) {
                return false;
            }
            beginning = true;
            sweepBegan = now;
            sweepAt = now + context.settings().sweepInterval().toNanos();
            context.progress().sweeping(now);
        }
        try {
            ResourceSweep.Found found = sweeps.begin();
            synchronized (this) {
                strangers = found.strangers();
                leftAlone = found.leftAlone();
                sweep = found;
                failedSweeps = 0;
                context.progress().sweeping(context.clock().nanos());
                endSweepIfDone();
            }
        } catch (LeadershipLostException | InterruptedException over) {
            throw over;
        } catch (Throwable failed) {
            delaySweep(failed);
        } finally {
            synchronized (this) {
                beginning = false;
            }
        }
        return true;
    }

    private void delaySweep(Throwable failed) {
        long now = context.clock().nanos();
        Duration wait;
        synchronized (this) {
            wait = context.settings().backoff(++failedSweeps);
            sweepAt = now + wait.toNanos();
        }
        context.progress().sweepFailed(failed.toString(), now);
        Reconciler.LOG.warn(
                "sweep of {} failed; the next one follows in {} ms: {}",
                context.resources().type(),
                wait.toMillis(),
                failed.toString());
    }
}
