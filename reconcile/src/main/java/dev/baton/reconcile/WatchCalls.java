package dev.baton.reconcile;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The calls of a driver's watch, each on a thread of its own, so that one that does not react to its interrupt can be left
 * behind. While too many have not ended, no other begins. For one thread.
 */
final class WatchCalls<T> {
    private static final int MAX_LEFT = 8;
    /** Less than the reconciler waits for the thread that waits here. */
    private static final Duration LONGEST_JOIN = Duration.ofSeconds(9);

    private final ResourceDriver<T> driver;
    private final String type;
    private final Duration joinLimit;
    private final List<Thread> left = new ArrayList<>();

    WatchCalls(ResourceDriver<T> driver, String type, Duration callTimeout) {
        this.driver = driver;
        this.type = type;
        this.joinLimit = callTimeout.compareTo(LONGEST_JOIN) < 0 ? callTimeout : LONGEST_JOIN;
    }

    Call open(ResourceDriver.Stream<T> stream) {
        return new Call(stream);
    }

    /** One call. It is interrupted when this is closed. */
    final class Call implements AutoCloseable {
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile String why = "the driver ended it";
        private final Optional<Thread> thread;

        private Call(ResourceDriver.Stream<T> stream) {
            left.removeIf(late -> !late.isAlive());
            if (left.size() < MAX_LEFT) {
                thread = Optional.of(NamedThreads.start("baton-watch-" + type + "-driver", () -> run(stream)));
            } else {
                thread = Optional.empty();
                why = left.size() + " earlier calls have not ended after their interrupt";
                ended.countDown();
            }
        }

        private void run(ResourceDriver.Stream<T> stream) {
            try {
                driver.watch(stream);
            } catch (Throwable broken) {
                // An Error too must not end the watch for good.
                why = broken.toString();
            } finally {
                ended.countDown();
            }
        }

        /** Waits for the end of the watch, for a limited time. Returns its cause if it has ended. */
        Optional<String> awaitEnd(Duration limit) throws InterruptedException {
            return ended.await(limit.toNanos(), TimeUnit.NANOSECONDS) ? Optional.of(why) : Optional.empty();
        }

        /** An interrupt of the caller waits, because the driver must not be used after the reconciler was closed. */
        @Override
        public void close() {
            thread.ifPresent(called -> {
                called.interrupt();
                if (!new UninterruptedJoin(joinLimit).await(called)) {
                    left.add(called);
                    Reconciler.LOG.warn(
                            "watch of {} has not ended within {} ms after its interrupt and is left behind",
                            type,
                            joinLimit.toMillis());
                }
            });
        }
    }
}
