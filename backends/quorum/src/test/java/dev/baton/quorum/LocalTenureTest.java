package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ClockReading;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalTenureTest {
    private static final Duration LEASE = Duration.ofSeconds(8);

    @Test // API-1
    void validityCountsFromSendingOfAcknowledgedHeartbeat() {
        LocalTenure tenure = new LocalTenure();
        ClockReading acknowledged = new ClockReading(10_000_000_000L, 50_000);

        tenure.extend(Duration.ofSeconds(5).toNanos(), LEASE, acknowledged);

        ClockReading from = tenure.validFrom(new ClockReading(0, 0));
        assertThat(from.nanos()).isEqualTo(7_000_000_000L);
        assertThat(from.wallMillis()).isLessThanOrEqualTo(47_000);
        assertThat(tenure.validUntil()).isEqualTo(15_000_000_000L);
    }

    @Test // API-9
    void leaseThatEndedWhileTheMemberWasFrozenIsOverdueByTheRestOfThatTime() {
        LocalTenure tenure = new LocalTenure();
        tenure.extend(Duration.ofSeconds(5).toNanos(), LEASE, new ClockReading(10_000_000_000L, 50_000));

        assertThat(tenure.overdue(14_000_000_000L)).isZero();
        assertThat(tenure.overdue(18_500_000_000L)).isEqualTo(Duration.ofMillis(3_500));
    }
}
