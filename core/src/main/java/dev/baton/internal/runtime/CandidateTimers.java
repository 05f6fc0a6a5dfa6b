package dev.baton.internal.runtime;

import dev.baton.internal.machine.Effect;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The running timers of one candidate. Lives on the loop.
 *
 * <p>A timer that is put off, as every renewal puts off the end of the claim, keeps its place on the loop and
 * waits on from there: the loop is spared what would never ring.
 */
final class CandidateTimers {
    private final EventLoop loop;
    private final Consumer<Effect.Timer> rings;
    private final Map<Effect.Timer, Alarm> running = new EnumMap<>(Effect.Timer.class);

    CandidateTimers(EventLoop loop, Consumer<Effect.Timer> rings) {
        this.loop = loop;
        this.rings = rings;
    }

    /** Rings at that time, and at no other that was set before. */
    void set(Effect.Timer timer, long at) {
        Alarm alarm = running.get(timer);
        if (alarm != null && at - alarm.looksAt >= 0) {
            alarm.due = at;
        } else {
            cancel(timer);
            running.put(timer, new Alarm(timer, at));
        }
    }

    void cancel(Effect.Timer timer) {
        @Nullable Alarm alarm = running.remove(timer);
        if (alarm != null) {
            alarm.waiting.cancel();
        }
    }

    private final class Alarm implements Runnable {
        private final Effect.Timer timer;
        private long due;
        private long looksAt;
        private EventLoop.Timer waiting;

        Alarm(Effect.Timer timer, long due) {
            this.timer = timer;
            this.due = due;
            this.looksAt = due;
            this.waiting = loop.at(due, this);
        }

        @Override
        public void run() {
            if (due != looksAt) {
                looksAt = due;
                waiting = loop.at(due, this);
            } else {
                running.remove(timer);
                rings.accept(timer);
            }
        }
    }
}
