package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.console.TestConsole;
import dev.baton.console.history.TenureHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads of the console on which an error of the JVM was thrown: they go on. */
class ObserverErrorTest {
    @TempDir
    Path directory;

    /** Fails at the first reading on each thread of the console, as if there were no memory left. */
    private static final class FailingClock implements BatonClock {
        final Set<String> failed = ConcurrentHashMap.newKeySet();

        @Override
        public long nanos() {
            String thread = Thread.currentThread().getName();
            if (thread.startsWith("console-") && failed.add(thread)) {
                throw new OutOfMemoryError("test");
            }
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    }

    @Test // FILE-12
    void leaderIsShown() throws Exception {
        String url = "file:" + directory.resolve("store");
        FailingClock clock = new FailingClock();
        ConsoleFeed feed = new ConsoleFeed();
        ElectionBoard board = new ElectionBoard(BatonClock.system(), feed);
        try (Baton baton = Baton.connect(url);
                TenureHistory history = TenureHistory.open(directory.resolve("history"), Duration.ofDays(1));
                StoreObserver observer = new StoreObserver(
                        new ObservedStore("s0", Baton.connect(url), clock, board),
                        feed,
                        history,
                        Duration.ofMillis(50))) {
            baton.candidate("nightly").start();
            TestConsole.await(
                    "the election and its leader are shown",
                    () -> board.rows().stream()
                            .anyMatch(row -> board.isSettled(new ElectionKey(observer.id(), "nightly"))));
            TestConsole.await("both threads have failed", () -> clock.failed.size() >= 2);
            assertThat(clock.failed).contains("console-s0", "console-leader-changes-s0");
        }
    }
}
