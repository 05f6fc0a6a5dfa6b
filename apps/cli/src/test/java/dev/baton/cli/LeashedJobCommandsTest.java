package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.Leadership;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Commands of jobs with leases of every length that an agent can request. */
class LeashedJobCommandsTest {

    /** A lease that is renewed every third of its ttl. */
    private record RenewedLease(Duration ttl, long since) implements Leadership {
        @Override
        public String election() {
            return "job:x";
        }

        @Override
        public String instanceId() {
            return "w";
        }

        @Override
        public long epoch() {
            return 1;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public Duration remaining() {
            return ttl.minusNanos((System.nanoTime() - since) % (ttl.toNanos() / 3));
        }

        @Override
        public Optional<EndReason> endReason() {
            return Optional.empty();
        }
    }

    @Test // NODE-10
    void keepsCommandRunningWhileTheShortestLeaseIsRenewed() throws IOException, InterruptedException {
        Duration shortest = Duration.ofSeconds(1);
        var command = new LeashedJobCommands("auto")
                .start(List.of("sleep", "2"), new RenewedLease(shortest, System.nanoTime()), Map.of());
        assertThat(command.await()).isZero();
    }

    @Test // NODE-10
    void graceAndFeedIntervalFitEveryLease() {
        for (long seconds : new long[] {1, 2, 3, 6, 30, 86_400}) {
            Duration ttl = Duration.ofSeconds(seconds);
            var leash = LeashedJobCommands.leash(LeashLevel.MARKER, List.of("true"), ttl, Map.of());
            Duration spent = leash.grace().plus(leash.feedInterval()).plus(ttl.dividedBy(3));
            assertThat(spent).as(ttl.toString()).isLessThan(ttl.multipliedBy(2).dividedBy(3));
            assertThat(leash.grace()).isLessThanOrEqualTo(Duration.ofSeconds(2));
            assertThat(leash.feedInterval()).isPositive();
        }
    }
}
