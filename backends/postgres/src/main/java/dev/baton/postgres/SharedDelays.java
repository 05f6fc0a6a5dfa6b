package dev.baton.postgres;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Pauses that end together: whoever begins one while another of the same length lasts shares its end. Thread-safe. */
final class SharedDelays {
    private final IntConsumer beforeTheEnd;
    private final Map<Duration, Pause> open = new HashMap<>();

    /** One pause, and how many share it. */
    private static final class Pause {
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private int sharers;
    }

    /**
     * None yet.
     *
     * @param beforeTheEnd is told how many are about to come back
     */
    SharedDelays(IntConsumer beforeTheEnd) {
        this.beforeTheEnd = beforeTheEnd;
    }

    CompletableFuture<Void> of(Duration length) {
        synchronized (open) {
            Pause pause = open.computeIfAbsent(length, this::begin);
            pause.sharers++;
            return pause.over;
        }
    }

    private Pause begin(Duration length) {
        Pause pause = new Pause();
        CompletableFuture.delayedExecutor(length.toNanos(), TimeUnit.NANOSECONDS)
                .execute(() -> end(length, pause));
        return pause;
    }

    private void end(Duration length, Pause pause) {
        int back;
        synchronized (open) {
            open.remove(length);
            back = pause.sharers;
        }
        beforeTheEnd.accept(back);
        pause.over.complete(null);
    }
}
