package dev.baton.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Questions that are asked together: those that come while a lane is busy share one round trip when it is
 * free. Thread-safe.
 *
 * @param <Q> what is asked
 * @param <A> what is answered
 */
final class Batch<Q, A> {
    /** Few enough for one round trip to stay short. */
    private static final int MOST = 200;

    private final Asker<Q, A> asker;
    private final List<Asked<Q, A>> waiting = new ArrayList<>();
    private long turns;

    /** Lets a lane take the questions when it is its turn. */
    interface Asker<Q, A> {
        CompletableFuture<?> schedule(Batch<Q, A> batch);
    }

    /** One question and where its answer goes. */
    record Asked<Q, A>(Q question, CompletableFuture<A> answer) {}

    Batch(Asker<Q, A> asker) {
        this.asker = asker;
    }

    CompletableFuture<A> add(Q question) {
        Asked<Q, A> asked = new Asked<>(question, new CompletableFuture<>());
        boolean first;
        synchronized (waiting) {
            waiting.add(asked);
            first = waiting.size() == 1;
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
}
