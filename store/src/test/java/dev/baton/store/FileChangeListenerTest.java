package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files wake a listener, and what a listener that throws does. */
class FileChangeListenerTest {
    @TempDir
    Path folder;

    @Test // LEASE-1
    void commitsOfACompanionWakeNobody() {
        for (String own : new String[] {"", "-wal", "-journal", ".roster"}) {
            assertThat(FileChangeListener.concerns("lease.db", "lease.db" + own))
                    .as(own)
                    .isTrue();
        }
        for (String other : new String[] {".roster-wal", ".roster-shm", "-shm", "x"}) {
            assertThat(FileChangeListener.concerns("lease.db", "lease.db" + other))
                    .as(other)
                    .isFalse();
        }
    }

    @Test // LEASE-1
    void listenerThatThrowsIsCalledAgain() throws Exception {
        Path file = Files.createFile(folder.resolve("store.db"));
        AtomicInteger calls = new AtomicInteger();
        try (AutoCloseable listening = FileChangeListener.watch(file, () -> {
            calls.incrementAndGet();
            throw new IllegalStateException("this listener fails");
        })) {
            assertThat(listening).isNotNull();
            Files.writeString(file, "first");
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> calls.get() > 0);
            int before = calls.get();
            Files.writeString(file, "second");
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> calls.get() > before);
        }
    }
}
