package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What counts as a sign of life of a watch. */
class WatchSignsTest {
    private static final ResourceSighting<String> UP = new ResourceSighting<>(ResourceCondition.READY, "up");
    private static final ResourceSighting<String> DOWN = new ResourceSighting<>(ResourceCondition.FAILED, "down");

    private final ResourceIndex<String> index = new ResourceIndex<>();

    @BeforeEach
    void open() {
        index.begin(minute(0));
        index.seen("x", UP, minute(0));
        index.complete();
    }

    @Test // LEASE-8
    void listThatAgreesWithTheWatchIsASignOfLife() {
        index.correct(Map.of("x", UP), minute(5));
        assertThat(index.silentFor(minute(10))).contains(Duration.ofMinutes(5));
    }

    @Test // LEASE-8
    void watchThatMissedSomethingIsNotAliveBeforeItReportsItself() {
        index.correct(Map.of("x", DOWN), minute(5));
        index.correct(Map.of("x", DOWN), minute(6));
        assertThat(index.silentFor(minute(10))).contains(Duration.ofMinutes(10));
        index.alive(minute(10));
        index.correct(Map.of("x", DOWN), minute(11));
        assertThat(index.silentFor(minute(12))).contains(Duration.ofMinutes(1));
    }

    @Test // LEASE-8
    void missedEndAndMissedBeginCountAlike() {
        index.correct(Map.of(), minute(5));
        index.correct(Map.of(), minute(6));
        assertThat(index.silentFor(minute(10))).contains(Duration.ofMinutes(10));
        index.alive(minute(10));
        index.correct(Map.of("y", UP), minute(11));
        assertThat(index.silentFor(minute(12))).contains(Duration.ofMinutes(2));
    }

    @Test // LEASE-8
    void cutWatchHasNoSilence() {
        index.end();
        assertThat(index.silentFor(minute(10))).isEmpty();
    }

    private static long minute(int minutes) {
        return Duration.ofMinutes(minutes).toNanos();
    }
}
