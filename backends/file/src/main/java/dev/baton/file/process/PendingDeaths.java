package dev.baton.file.process;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The processes that hung up and are not proven dead yet. The end of the stream may come before the
 * kernel has freed the locks, or while a hold is still held, so the proof is tried again, ever more
 * slowly. Mesh thread only.
 */
final class PendingDeaths {
    private static final long[] PAUSES_MICROS = {100, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000};
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final class Dying {
        private final LiveProcess process;
        private final long since;
        private int step;
        private long next;

        Dying(LiveProcess process, long now) {
            this.process = process;
            this.since = now;
            this.next = now;
        }
    }

    private final Map<String, Dying> dying = new HashMap<>();
    private final Predicate<LiveProcess> hasEnded;
    private final Consumer<LiveProcess> ended;

    PendingDeaths(Predicate<LiveProcess> hasEnded, Consumer<LiveProcess> ended) {
        this.hasEnded = hasEnded;
        this.ended = ended;
    }

    void hungUp(LiveProcess process, long now) {
        dying.putIfAbsent(process.name(), new Dying(process, now));
    }

    /** It was heard again: the stream ended for another reason. */
    void seenAlive(String process) {
        dying.remove(process);
    }

    /** Tries what is due; returns the nanoseconds until the next try, or the limit. */
    long run(long now, long limit) {
        long wait = limit;
        Iterator<Dying> all = dying.values().iterator();
        while (all.hasNext()) {
            Dying one = all.next();
            if (one.next - now <= 0) {
                if (hasEnded.test(one.process)) {
                    all.remove();
                    ended.accept(one.process);
                    continue;
                }
                if (now - one.since > GIVE_UP_NANOS) {
                    all.remove();
                    continue;
                }
                long pause = PAUSES_MICROS[Math.min(one.step++, PAUSES_MICROS.length - 1)];
                one.next = now + TimeUnit.MICROSECONDS.toNanos(pause);
            }
            wait = Math.min(wait, one.next - now);
        }
        return wait;
    }
}
