package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TenureCheckerTest {
    private final TenureChecker checker = new TenureChecker();

    @Test // API-1
    void acceptsConsecutiveTenures() {
        record(1, 0, 10);
        record(2, 10, 20);
        checker.began(3, 20);
        assertThat(checker.epochViolations()).isEmpty();
        assertThat(checker.overlapViolations()).isEmpty();
        assertThat(checker.tenures()).hasSize(3);
    }

    @Test // API-1
    void findsEveryOverlappingPairIncludingOneWithAnOpenTenure() {
        record(1, 0, 30);
        record(2, 10, 20);
        checker.began(3, 25);
        record(4, 40, 50);
        assertThat(checker.overlapViolations()).hasSize(3);
    }

    @Test // FENCE-1
    void findsRepeatedAndDecreasingEpochs() {
        record(1, 10, 20);
        record(1, 30, 40);
        record(2, 5, 6);
        assertThat(checker.epochViolations())
                .containsExactly("epoch 1 was granted twice", "epoch 2 began before epoch 1");
    }

    private void record(long epoch, long from, long to) {
        checker.began(epoch, from);
        checker.ended(epoch, to);
    }
}
