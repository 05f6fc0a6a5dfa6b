package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DatabaseThreadTest {
    @Test
    void requestForWhichThereIsNoThreadIsAnswered() {
        ExecutorService withoutThreads =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    throw new OutOfMemoryError("unable to create native thread");
                });
        try (DatabaseThread thread = new DatabaseThread(withoutThreads)) {
            assertThat(thread.submit(() -> true))
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withRootCauseInstanceOf(OutOfMemoryError.class);
        }
    }
}
