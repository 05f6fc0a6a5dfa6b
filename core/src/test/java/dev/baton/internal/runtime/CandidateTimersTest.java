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
    private final HandLoop loop = new HandLoop();
    private final List<String> heard = new ArrayList<>();
    private final CandidateTimers alarms = new CandidateTimers(loop, this::hear);

    @Test // API-4
    void aTimerRingsOnceAtItsTime() {
        alarms.set(VALIDITY, 10);
        loop.runUntil(100);
        assertThat(heard).containsExactly("VALIDITY at 10");
    }

    @Test // API-4
    void aTimerThatIsPutOffRingsOnlyAtTheLastTimeThatWasSet() {
        alarms.set(VALIDITY, 10);
        alarms.set(VALIDITY, 15);
        alarms.set(VALIDITY, 20);
        loop.runUntil(12);
        alarms.set(VALIDITY, 30);
        loop.runUntil(100);
        assertThat(heard).containsExactly("VALIDITY at 30");
    }

    @Test // API-4
    void aTimerThatIsPutOffTakesOnePlaceOnTheLoop() {
        for (long at = 10; at < 1_000; at++) {
            alarms.set(VALIDITY, at);
        }
        assertThat(loop.waiting).hasSize(1);
    }

    @Test // API-4
    void aTimerThatIsBroughtForwardRingsAtTheEarlierTimeOnly() {
        alarms.set(VALIDITY, 20);
        alarms.set(VALIDITY, 10);
        loop.runUntil(100);
        assertThat(heard).containsExactly("VALIDITY at 10");
    }

    @Test // API-4
    void aTimerThatWasPutOffCanBeBroughtForwardAgain() {
        alarms.set(VALIDITY, 10);
        alarms.set(VALIDITY, 40);
        alarms.set(VALIDITY, 20);
        loop.runUntil(15);
        alarms.set(VALIDITY, 18);
        loop.runUntil(100);
        assertThat(heard).containsExactly("VALIDITY at 18");
    }

    @Test // API-4
    void aCancelledTimerDoesNotRingPutOffOrNot() {
        alarms.set(RENEW, 10);
        alarms.set(VALIDITY, 10);
        alarms.set(VALIDITY, 30);
        loop.runUntil(5);
        alarms.cancel(RENEW);
        loop.runUntil(20);
        alarms.cancel(VALIDITY);
        loop.runUntil(100);
        assertThat(heard).isEmpty();
    }

    @Test // API-4
    void aTimerThatRangCanBeSetAgain() {
        alarms.set(RENEW, 10);
        loop.runUntil(25);
        alarms.set(RENEW, 30);
        loop.runUntil(100);
        assertThat(heard).containsExactly("RENEW at 10", "RENEW at 30");
    }

    private void hear(Effect.Timer timer) {
        heard.add(timer + " at " + loop.now);
    }

    /** A loop whose time passes by hand. */
    private static final class HandLoop implements EventLoop {
        private record Waiting(long at, Runnable task) {}

        private final List<Waiting> waiting = new ArrayList<>();
        private long now;

        void runUntil(long end) {
            while (true) {
                Waiting next = waiting.stream()
                        .filter(one -> one.at <= end)
                        .min(Comparator.comparingLong(Waiting::at))
                        .orElse(null);
                if (next == null) {
                    now = end;
                    return;
                }
                waiting.remove(next);
                now = Math.max(now, next.at);
                next.task.run();
            }
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Timer at(long nanos, Runnable task) {
            Waiting one = new Waiting(nanos, task);
            waiting.add(one);
            return () -> waiting.remove(one);
        }

        @Override
        public void close() {
            waiting.clear();
        }
    }
}
