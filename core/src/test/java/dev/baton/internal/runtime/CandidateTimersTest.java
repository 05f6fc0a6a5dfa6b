package dev.baton.internal.runtime;

import static dev.baton.internal.machine.Effect.Timer.RENEW;
import static dev.baton.internal.machine.Effect.Timer.VALIDITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.machine.Effect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateTimersTest {
    private boolean exhausted;
    private final ManualLoop loop = new ManualLoop();
    private final List<String> fired = new ArrayList<>();
    private final CandidateTimers timers = new CandidateTimers(loop, this::record);

    @Test // API-4
    void firesOnceAtItsTime() {
        timers.set(VALIDITY, 10);
        loop.runUntil(100);
        assertThat(fired).containsExactly("VALIDITY at 10");
    }

    @Test // API-4
    void movedLaterFiresOnlyAtTheLastTime() {
        timers.set(VALIDITY, 10);
        timers.set(VALIDITY, 15);
        timers.set(VALIDITY, 20);
        loop.runUntil(12);
        timers.set(VALIDITY, 30);
        loop.runUntil(100);
        assertThat(fired).containsExactly("VALIDITY at 30");
    }

    @Test // API-4
    void movedLaterTakesOneEntryOnTheLoop() {
        for (long at = 10; at < 1_000; at++) {
            timers.set(VALIDITY, at);
        }
        assertThat(loop.waiting).hasSize(1);
    }

    @Test // API-4
    void movedEarlierFiresOnlyAtTheEarlierTime() {
        timers.set(VALIDITY, 20);
        timers.set(VALIDITY, 10);
        loop.runUntil(100);
        assertThat(fired).containsExactly("VALIDITY at 10");
    }

    @Test // API-4
    void movedLaterCanBeMovedEarlierAgain() {
        timers.set(VALIDITY, 10);
        timers.set(VALIDITY, 40);
        timers.set(VALIDITY, 20);
        loop.runUntil(15);
        timers.set(VALIDITY, 18);
        loop.runUntil(100);
        assertThat(fired).containsExactly("VALIDITY at 18");
    }

    @Test // API-4
    void cancelledTimerDoesNotFireMovedOrNot() {
        timers.set(RENEW, 10);
        timers.set(VALIDITY, 10);
        timers.set(VALIDITY, 30);
        loop.runUntil(5);
        timers.cancel(RENEW);
        loop.runUntil(20);
        timers.cancel(VALIDITY);
        loop.runUntil(100);
        assertThat(fired).isEmpty();
    }

    @Test // API-4
    void firedTimerCanBeSetAgain() {
        timers.set(RENEW, 10);
        loop.runUntil(25);
        timers.set(RENEW, 30);
        loop.runUntil(100);
        assertThat(fired).containsExactly("RENEW at 10", "RENEW at 30");
    }

    @Test // API-2
    void timerThatFoundNoMemoryCanBeCancelled() {
        timers.set(VALIDITY, 10);
        exhausted = true;
        loop.runUntil(20);
        exhausted = false;
        timers.cancel(VALIDITY);
        loop.runUntil(100);
        assertThat(fired).isEmpty();
    }

    @Test // API-2
    void timerThatFoundNoMemoryFiresLater() {
        timers.set(VALIDITY, 10);
        exhausted = true;
        loop.runUntil(20);
        exhausted = false;
        loop.runUntil(100);
        assertThat(fired).containsExactly("VALIDITY at 20");
    }

    @Test // API-2
    void movedTimerThatFoundNoMemoryDoesNotFireEarly() {
        timers.set(VALIDITY, 10);
        timers.set(VALIDITY, 50);
        loop.exhausted = true;
        loop.runUntil(20);
        loop.exhausted = false;
        loop.runUntil(100);
        assertThat(fired).containsExactly("VALIDITY at 50");
    }

    private void record(Effect.Timer timer) {
        if (exhausted) {
            throw new OutOfMemoryError("planted");
        }
        fired.add(timer + " at " + loop.now);
    }

    /** An event loop whose time the test moves. Like the real one, it repeats a timer that fails for lack of memory. */
    private static final class ManualLoop implements EventLoop {
        private record Entry(long at, Runnable task) {}

        private final List<Entry> waiting = new ArrayList<>();
        private long now;
        private boolean exhausted;

        void runUntil(long end) {
            while (true) {
                Entry next = waiting.stream()
                        .filter(entry -> entry.at <= end)
                        .min(Comparator.comparingLong(Entry::at))
                        .orElse(null);
                if (next == null) {
                    now = end;
                    return;
                }
                waiting.remove(next);
                now = Math.max(now, next.at);
                try {
                    next.task.run();
                } catch (OutOfMemoryError planted) {
                    waiting.add(next);
                    now = end;
                    return;
                }
            }
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Timer at(long nanos, Runnable task) {
            if (exhausted) {
                throw new OutOfMemoryError("planted");
            }
            Entry entry = new Entry(nanos, task);
            waiting.add(entry);
            return () -> waiting.remove(entry);
        }

        @Override
        public void close() {
            waiting.clear();
        }
    }
}
