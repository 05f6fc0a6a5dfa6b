package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceQueueTest {
    private final ResourceQueue queue =
            new ResourceQueue(ReconcileSettings.defaults().withRetries(Duration.ofNanos(10), Duration.ofNanos(50)));

    @Test // LEASE-7
    void keysComeInOrderAndEachOnce() {
        queue.add("b", 0);
        queue.add("a", 1);
        queue.add("b", 2);
        assertThat(queue.take(2)).contains("b");
        assertThat(queue.take(2)).contains("a");
        assertThat(queue.take(2)).isEmpty();
    }

    @Test // LEASE-7
    void keyAddedDuringItsProcessingIsHandedOutOnceMoreAfterwards() {
        queue.add("a", 0);
        assertThat(queue.take(0)).contains("a");
        queue.add("a", 1);
        queue.add("a", 2);
        assertThat(queue.take(2)).isEmpty();
        queue.done("a", 3);
        assertThat(queue.take(3)).contains("a");
        queue.done("a", 4);
        assertThat(queue.take(4)).isEmpty();
    }

    @Test // LEASE-7
    void backoffOfAKeyDoublesUpToABoundAndDoesNotDelayOtherKeys() {
        queue.add("a", 0);
        long now = 0;
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            assertThat(queue.take(now)).contains("a");
            queue.failed("a", now);
            queue.add("a", now);
            assertThat(queue.take(now)).isEmpty();
            long delay = queue.untilNext(now).orElseThrow().toNanos();
            delays.add(delay);
            now += delay;
        }
        assertThat(delays).containsExactly(10L, 20L, 40L, 50L);
        queue.add("b", now - 50);
        assertThat(queue.take(now - 50)).contains("b");
        assertThat(queue.take(now)).contains("a");
        queue.done("a", now);
        queue.add("a", now);
        assertThat(queue.take(now)).contains("a");
        queue.failed("a", now);
        assertThat(queue.untilNext(now)).contains(Duration.ofNanos(10));
    }
}
