package dev.baton.file.process;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Processes that disconnected and are not proven to have ended yet. The stream may end before the kernel releases the
 * locks. So the proof is tried again, at growing intervals. Mesh thread only.
 */
final class PendingDeaths {
    private static final long[] PAUSES_MICROS = {100, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000};
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final class PendingDeath {
        private final LiveProcess process;
        private final long since;
        private int attempts;
        private long next;

        PendingDeath(LiveProcess process, long now) {
            this.process = process;
            this.since = now;
            this.next = now;
        }
    }

    private final Map<String, PendingDeath> pending = new HashMap<>();
    private final Predicate<LiveProcess> reportIfEnded;

    PendingDeaths(Predicate<LiveProcess> reportIfEnded) {
        this.reportIfEnded = reportIfEnded;
    }

    void disconnected(LiveProcess process, long now) {
        pending.putIfAbsent(process.name(), new PendingDeath(process, now));
    }

    void reconnected(String process) {
        pending.remove(process);
    }

    /** Tries the proofs that are due. Returns the nanoseconds until the next one, at most {@code limit}. */
    long run(long now, long limit) {
        pending.values().removeIf(death -> death.next - now <= 0 && isSettled(death, now));
        return pending.values().stream().mapToLong(death -> death.next - now).reduce(limit, Math::min);
    }

    private boolean isSettled(PendingDeath death, long now) {
        long pause = PAUSES_MICROS[Math.min(death.attempts++, PAUSES_MICROS.length - 1)];
        death.next = now + TimeUnit.MICROSECONDS.toNanos(pause);
        return reportIfEnded.test(death.process) || now - death.since > GIVE_UP_NANOS;
    }
}
