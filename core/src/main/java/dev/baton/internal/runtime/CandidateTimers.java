package dev.baton.internal.runtime;

import dev.baton.internal.machine.Effect;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The running timers of one candidate. Used only on the event loop.
 *
 * <p>Every renewal moves the validity timer to a later time. A timer that moves later keeps its entry on the loop and
 * checks its new time when that entry fires, so a renewal adds nothing to the loop's queue.
 */
final class CandidateTimers {
    private final EventLoop loop;
    private final Consumer<Effect.Timer> onFired;
    private final Map<Effect.Timer, RunningTimer> running = new EnumMap<>(Effect.Timer.class);

    CandidateTimers(EventLoop loop, Consumer<Effect.Timer> onFired) {
        this.loop = loop;
        this.onFired = onFired;
    }

    /** Starts the timer, or moves it. It fires only at the time that was set last. */
    void set(Effect.Timer timer, long at) {
        RunningTimer current = running.get(timer);
        if (current != null && at - current.queuedFor >= 0) {
            current.due = at;
        } else {
            cancel(timer);
            running.put(timer, new RunningTimer(timer, at));
        }
    }

    void cancel(Effect.Timer timer) {
        @Nullable RunningTimer current = running.remove(timer);
        if (current != null) {
            current.queued.cancel();
        }
    }

    private final class RunningTimer implements Runnable {
        private final Effect.Timer timer;
        private long due;
        private long queuedFor;
        private EventLoop.Timer queued;

        RunningTimer(Effect.Timer timer, long due) {
            this.timer = timer;
            this.due = due;
            this.queuedFor = due;
            this.queued = loop.at(due, this);
        }

        /** Without memory it fails as it began: the loop runs it again, unless it was cancelled. */
        @Override
        public void run() {
            if (due != queuedFor) {
                queued = loop.at(due, this);
                queuedFor = due;
                return;
            }
            running.remove(timer);
            try {
                onFired.accept(timer);
            } catch (VirtualMachineError exhausted) {
                running.putIfAbsent(timer, this);
                throw exhausted;
            }
        }
    }
}
