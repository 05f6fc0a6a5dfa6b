package dev.baton.postgres;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Questions that are asked together: those that come while a lane is busy share one round trip when it is
 * free. A lane that is free waits a moment for those that are expected. Thread-safe.
 *
 * @param <Q> what is asked
 * @param <A> what is answered
 */
final class Batch<Q, A> {
    /** Few enough for one round trip to stay short. */
    private static final int MOST = 200;

    private final Asker<Q, A> asker;
    private final long gapNanos;
    private final long longestNanos;
    private final List<Asked<Q, A>> waiting = new ArrayList<>();
    private long turns;
    private int expected;
    private long expectedAt;
    private long lastAt;

    /** Lets a lane take the questions when it is its turn. */
    interface Asker<Q, A> {
        CompletableFuture<?> schedule(Batch<Q, A> batch);
    }

    /** One question and where its answer goes. */
    record Asked<Q, A>(Q question, CompletableFuture<A> answer) {}

    /** Waits for those that are expected as long as a lane can be kept from whatever else it has to do. */
    Batch(Asker<Q, A> asker) {
        this(asker, Duration.ofMillis(10), Duration.ofMillis(50));
    }

    /**
     * Waits for those that are expected.
     *
     * @param gap after which nobody else is believed to come
     * @param longest from the announcement on
     */
    Batch(Asker<Q, A> asker, Duration gap, Duration longest) {
        this.asker = asker;
        this.gapNanos = gap.toNanos();
        this.longestNanos = longest.toNanos();
    }

    /** So many questions are about to be asked: the sooner ones wait for the others. */
    void expect(int questions) {
        synchronized (waiting) {
            expected = Math.min(MOST, questions);
            expectedAt = System.nanoTime();
            lastAt = expectedAt;
        }
    }

    CompletableFuture<A> add(Q question) {
        Asked<Q, A> asked = new Asked<>(question, new CompletableFuture<>());
        boolean first;
        synchronized (waiting) {
            waiting.add(asked);
            first = waiting.size() == 1;
            lastAt = System.nanoTime();
            waiting.notifyAll();
        }
        if (first) {
            schedule();
        }
        return asked.answer;
    }

    /** Whoever was not asked at all, because the lane closed or has no session, is told why. */
    private void schedule() {
        long before = turns();
        var unused = asker.schedule(this).exceptionally(failed -> {
            if (turns() == before) {
                taken().forEach(asked -> asked.answer.completeExceptionally(failed));
            }
            return null;
        });
    }

    private long turns() {
        synchronized (waiting) {
            return turns;
        }
    }

    /** Those to be asked now. Each of them has to be answered. */
    List<Asked<Q, A>> taken() {
        List<Asked<Q, A>> now;
        boolean more;
        synchronized (waiting) {
            gather();
            List<Asked<Q, A>> first = waiting.subList(0, Math.min(MOST, waiting.size()));
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
