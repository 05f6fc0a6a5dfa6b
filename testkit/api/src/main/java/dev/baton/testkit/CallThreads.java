package dev.baton.testkit;

import dev.baton.support.thread.NamedThreads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Numbered threads that make the calls of a test. Each makes its calls one after the other. Thread-safe. */
public final class CallThreads {
    private static final long TIMEOUT_SECONDS = 60;

    private final Map<Integer, ExecutorService> threads = new HashMap<>();

    /** Makes a call on the thread with the given number, after the earlier calls of that thread. */
    public synchronized void submit(int thread, Runnable call) {
        threads.computeIfAbsent(thread, number -> NamedThreads.single("calls-" + number))
                .execute(call);
    }

    /**
     * Waits until all calls have returned.
     *
     * @throws IllegalStateException if one does not return
     */
    public void finish() {
        List<ExecutorService> all;
        synchronized (this) {
            all = List.copyOf(threads.values());
            threads.clear();
        }
        all.forEach(ExecutorService::shutdown);
        try {
            for (ExecutorService thread : all) {
                if (!thread.awaitTermination(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("a call did not return within " + TIMEOUT_SECONDS + " s");
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while calls were running", interrupted);
        }
    }
}
