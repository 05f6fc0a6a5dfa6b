package dev.baton.support.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions on their way into round trips. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RequestBatchTest {
    private final ExecutorService lane = Executors.newSingleThreadExecutor();
    private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());

    private RequestBatch<String, String> batch(Duration gap) {
        return new RequestBatch<>(
                waiting -> CompletableFuture.runAsync(
                        () -> {
                            var all = waiting.taken();
                            sizes.add(all.size());
                            all.forEach(asked -> asked.response().complete("yes, " + asked.request()));
                        },
                        lane),
                gap,
                Duration.ofMinutes(1));
    }

    @AfterEach
    void close() {
        lane.shutdownNow();
    }

    @Test // PG-8
    void thoseWhoAreExpectedShareOneRoundTripThoughTheLaneIsFree() throws Exception {
        RequestBatch<String, String> batch = batch(Duration.ofMinutes(1));
        batch.expect(3);
        List<CompletableFuture<String>> answers = List.of(batch.add("a"), batch.add("b"), batch.add("c"));
        for (CompletableFuture<String> answer : answers) {
            assertThat(answer.get(30, TimeUnit.SECONDS)).startsWith("yes");
        }
        assertThat(sizes).containsExactly(3);
    }

    @Test // PG-8
    void whoeverIsExpectedAndDoesNotComeHoldsNobodyUpForLong() throws Exception {
        RequestBatch<String, String> batch = batch(Duration.ofMillis(1));
        batch.expect(100);
        assertThat(batch.add("a").get(30, TimeUnit.SECONDS)).isEqualTo("yes, a");
        assertThat(batch.add("b").get(30, TimeUnit.SECONDS)).isEqualTo("yes, b");
        assertThat(sizes).containsExactly(1, 1);
    }
}
