package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TenureTest {

    private static Tenure ended(long epoch, long from, long to) {
        return new Tenure(
                epoch,
                "i" + epoch,
                Instant.ofEpochSecond(from),
                Optional.of(Instant.ofEpochSecond(to)),
                Optional.empty());
    }

    private static Tenure open(long epoch, long from) {
        return new Tenure(epoch, "i" + epoch, Instant.ofEpochSecond(from), Optional.empty(), Optional.empty());
    }

    @Test // API-9
    void consecutiveTenuresDoNotOverlap() {
        assertThat(Tenure.overlappingPairs(List.of(ended(1, 0, 5), ended(2, 5, 9), open(3, 9))))
                .isZero();
        assertThat(Tenure.overlappingPairs(List.of())).isZero();
    }

    @Test // API-9
    void countsPairsInAnyOrder() {
        assertThat(Tenure.overlappingPairs(List.of(open(3, 8), ended(2, 4, 9), ended(1, 0, 5))))
                .isEqualTo(2);
    }

    @Test // API-9
    void countsEveryPairOfOneLongTenure() {
        List<Tenure> tenures = List.of(ended(1, 0, 100), ended(2, 50, 60), ended(3, 55, 58), ended(4, 70, 80));
        assertThat(Tenure.overlappingPairs(tenures)).isEqualTo(4);
    }

    @Test // API-9
    void unknownEndOverlapsNothing() {
        assertThat(Tenure.overlappingPairs(List.of(open(1, 0), open(2, 5)))).isZero();
    }

    @Test // API-9
    void overlapIsSymmetricAndNeedsDifferentEpochs() {
        assertThat(ended(1, 0, 5).overlaps(ended(2, 4, 6))).isTrue();
        assertThat(ended(2, 4, 6).overlaps(ended(1, 0, 5))).isTrue();
        assertThat(ended(1, 0, 5).overlaps(ended(2, 5, 6))).isFalse();
        assertThat(ended(1, 0, 5).overlaps(ended(1, 1, 6))).isFalse();
    }

    @Test // API-9
    void overlappingPairsAgreesWithOverlaps() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Tenure> tenures = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                long from = random.nextInt(30);
                long epoch = 1L + random.nextInt(15);
                tenures.add(random.nextInt(4) == 0 ? open(epoch, from) : ended(epoch, from, from + random.nextInt(10)));
            }
            long expected = 0;
            for (int i = 0; i < tenures.size(); i++) {
                for (int j = 0; j < i; j++) {
                    expected += tenures.get(i).overlaps(tenures.get(j)) ? 1 : 0;
                }
            }
            assertThat(Tenure.overlappingPairs(tenures)).isEqualTo(expected);
        }
    }

    @Test // API-9
    @Timeout(20)
    void countsTensOfThousandsOfTenuresQuickly() {
        List<Tenure> tenures = new ArrayList<>();
        for (int i = 1; i <= 50_000; i++) {
            tenures.add(ended(i, i, i + 2));
        }
        Collections.shuffle(tenures, new Random(1));
        assertThat(Tenure.overlappingPairs(tenures)).isEqualTo(49_999);
    }
}
