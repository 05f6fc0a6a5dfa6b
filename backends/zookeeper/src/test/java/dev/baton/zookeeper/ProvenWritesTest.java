package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ClockReading;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProvenWritesTest {
    private static final Duration GAP = Duration.ofNanos(100);

    private static ProvenWrites.Write write(long sent, long confirmed) {
        return new ProvenWrites.Write(new ClockReading(sent, 0), confirmed);
    }

    @Test // API-2
    void writeCountsOnlyAfterALaterOneWasSentAGapAfterItsConfirmation() {
        ProvenWrites writes = new ProvenWrites(GAP);
        writes.add(write(0, 50));
        assertThat(writes.countsFrom()).isEmpty();
        writes.add(write(149, 160));
        assertThat(writes.countsFrom()).isEmpty();
        writes.add(write(150, 170));
        assertThat(writes.countsFrom()).contains(new ClockReading(100, 0));
    }

    @Test // API-2
    void validityNeverCountsFromAfterTheWriteThatProvedIt() {
        ProvenWrites writes = new ProvenWrites(GAP);
        for (long sent = 0; sent < 1_000; sent += 40) {
            writes.add(write(sent, sent + 5));
            long last = sent;
            writes.countsFrom().ifPresent(reading -> assertThat(reading.nanos()).isLessThanOrEqualTo(last));
        }
        assertThat(writes.countsFrom()).contains(new ClockReading(840 + 100, 0));
    }

    @Test
    void waitsUntilAWriteCanProveARecentOne() {
        ProvenWrites writes = new ProvenWrites(GAP);
        Duration age = Duration.ofNanos(20);
        assertThat(writes.untilProof(age, 10)).isEmpty();
        writes.add(write(0, 10));
        assertThat(writes.untilProof(age, 30)).contains(Duration.ofNanos(80));
        assertThat(writes.untilProof(age, 120)).contains(Duration.ZERO);
        assertThat(writes.untilProof(age, 121)).isEmpty();
    }

    @Test
    void prefersTheProofThatNeedsNoWait() {
        ProvenWrites writes = new ProvenWrites(GAP);
        writes.add(write(0, 5));
        writes.add(write(40, 45));
        assertThat(writes.untilProof(Duration.ofNanos(20), 110)).contains(Duration.ZERO);
        assertThat(writes.untilProof(Duration.ofNanos(20), 130)).contains(Duration.ofNanos(15));
    }

    @Test
    void writeThatTookLongerThanTheAgeProvesNothingRecent() {
        ProvenWrites writes = new ProvenWrites(GAP);
        writes.add(write(0, 21));
        assertThat(writes.untilProof(Duration.ofNanos(20), 121)).isEmpty();
    }
}
