package dev.baton.support.batch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Collects requests so that several share one round trip: requests that arrive while the executor is busy go out
 * together when it is free. A free executor waits a moment for requests that were announced. Thread-safe.
 *
 * @param <Q> the request
 * @param <A> the response
 */
public final class RequestBatch<Q, A> {
    /** Keeps one round trip short. */
    private static final int LARGEST = 200;

    private final Scheduler<Q, A> scheduler;
    private final long gapNanos;
    private final long longestNanos;
    private final List<Pending<Q, A>> waiting = new ArrayList<>();
    private long turns;
    private int expected;
    private long expectedAt;
    private long lastAt;

    /** Runs the batch when the executor is free. */
    public interface Scheduler<Q, A> {
        CompletableFuture<?> schedule(RequestBatch<Q, A> batch);
    }

    /** One request and the future for its response. */
    public record Pending<Q, A>(Q request, CompletableFuture<A> response) {}

    /** Creates a batch with short waits for announced requests. */
    public RequestBatch(Scheduler<Q, A> scheduler) {
        this(scheduler, Duration.ofMillis(10), Duration.ofMillis(50));
    }

    /**
     * Creates a batch.
     *
     * @param gap the pause after a request at which no further announced request is expected
     * @param longest the maximum wait after an announcement
     */
    public RequestBatch(Scheduler<Q, A> scheduler, Duration gap, Duration longest) {
        this.scheduler = scheduler;
        this.gapNanos = gap.toNanos();
        this.longestNanos = longest.toNanos();
    }

    /** Announces requests that are about to be added; the first ones wait for the others. */
    public void expect(int requests) {
        synchronized (waiting) {
            expected = Math.min(LARGEST, requests);
            expectedAt = System.nanoTime();
            lastAt = expectedAt;
        }
    }

    /** Adds a request and returns the future for its response. */
    public CompletableFuture<A> add(Q request) {
        Pending<Q, A> pending = new Pending<>(request, new CompletableFuture<>());
        boolean first;
        synchronized (waiting) {
            waiting.add(pending);
            first = waiting.size() == 1;
            lastAt = System.nanoTime();
            waiting.notifyAll();
        }
        if (first) {
            schedule();
        }
        return pending.response;
    }

    /** Fails the requests that were never sent, because the executor closed or has no session. */
    private void schedule() {
        long before = turns();
        var unused = scheduler.schedule(this).exceptionally(failed -> {
            if (turns() == before) {
                taken().forEach(pending -> pending.response.completeExceptionally(failed));
            }
            return null;
        });
    }

    private long turns() {
        synchronized (waiting) {
            return turns;
        }
    }

    /** Takes the requests to send now. The caller must complete the future of each. */
    public List<Pending<Q, A>> taken() {
        List<Pending<Q, A>> now;
        boolean more;
        synchronized (waiting) {
            gather();
            List<Pending<Q, A>> first = waiting.subList(0, Math.min(LARGEST, waiting.size()));
            now = List.copyOf(first);
            turns++;
            first.clear();
            more = !waiting.isEmpty();
        }
        if (more) {
            schedule();
        }
        return now;
    }

    private void gather() {
        try {
            for (long left = gatheringNanos(); waiting.size() < expected && left > 0; left = gatheringNanos()) {
                TimeUnit.NANOSECONDS.timedWait(waiting, left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        expected = 0;
    }

    private long gatheringNanos() {
        long now = System.nanoTime();
        return Math.min(expectedAt + longestNanos - now, lastAt + gapNanos - now);
    }
}
