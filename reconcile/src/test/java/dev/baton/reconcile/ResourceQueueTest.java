package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResourceQueueTest {
    private double part = 1;
    private final ResourceQueue queue = new ResourceQueue(
            ReconcileSettings.defaults().withRetries(Duration.ofNanos(10), Duration.ofNanos(50)), () -> part);

    @Test // LEASE-7
    void keysComeInOrderAndEachOnce() {
        queue.add("b");
        queue.add("a");
        queue.add("b");
        assertThat(queue.take(2)).contains("b");
        assertThat(queue.take(2)).contains("a");
        assertThat(queue.take(2)).isEmpty();
    }

    @Test // LEASE-7
    void keyAddedDuringItsProcessingIsHandedOutOnceMoreAfterwards() {
        queue.add("a");
        assertThat(queue.take(0)).contains("a");
        queue.add("a");
        queue.add("a");
        assertThat(queue.take(2)).isEmpty();
        queue.done("a");
        assertThat(queue.take(3)).contains("a");
        queue.done("a");
        assertThat(queue.take(4)).isEmpty();
    }

    @Test // LEASE-7
    void backoffOfAKeyDoublesUpToABoundAndDoesNotDelayOtherKeys() {
        queue.add("a");
        long now = 0;
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            assertThat(queue.take(now)).contains("a");
            queue.failed("a", "why", now);
            queue.add("a");
            assertThat(queue.take(now)).isEmpty();
            long delay = queue.untilNext(now).orElseThrow().toNanos();
            delays.add(delay);
            now += delay;
        }
        assertThat(delays).containsExactly(10L, 20L, 40L, 50L);
        queue.add("b");
        assertThat(queue.take(now - 50)).contains("b");
        assertThat(queue.take(now)).contains("a");
        queue.done("a");
        queue.add("a");
        assertThat(queue.take(now)).contains("a");
        queue.failed("a", "why", now);
        assertThat(queue.untilNext(now)).contains(Duration.ofNanos(10));
    }

    @Test // LEASE-7
    void keysThatFailTogetherAreSpreadByJitter() {
        Set<Duration> waits = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            part = ReconcileContext.randomPart();
            queue.add("k" + i);
            assertThat(queue.take(0)).contains("k" + i);
            queue.failed("k" + i, "why", 0);
            assertThat(part).isBetween(0.5, 1.0);
            waits.add(Duration.ofNanos(Math.round(1_000_000 * part)));
        }
        assertThat(waits).hasSizeGreaterThan(10);
        part = 0.5;
        queue.add("half");
        queue.take(0);
        assertThat(queue.failed("half", "why", 0)).isEqualTo(Duration.ofNanos(5));
        assertThat(queue.failing()).containsEntry("half", "1 times: why").hasSize(51);
        assertThat(queue.size()).isEqualTo(51);
    }

    @Test // LEASE-7
    void keyInItsBackoffIsNotBegunOutOfTurn() {
        queue.add("a");
        queue.take(0);
        assertThat(queue.begin("a")).as("being processed").isFalse();
        queue.failed("a", "why", 0);
        assertThat(queue.begin("a")).as("in its backoff").isFalse();
        queue.add("b");
        assertThat(queue.begin("b")).as("its turn comes").isFalse();
        assertThat(queue.begin("c")).isTrue();
    }
}
