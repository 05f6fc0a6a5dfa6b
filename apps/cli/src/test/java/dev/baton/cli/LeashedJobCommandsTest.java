package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.node.agent.CommandEnd;
import dev.baton.node.deadline.DeadlineLeadership;
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
        assertThat(command.await()).isEqualTo(new CommandEnd.Exited(0));
    }

    @Test // NODE-8
    void commandThatTheWatchdogEndsHasNoExitCodeOfItsOwn() throws IOException, InterruptedException {
        Duration shortest = Duration.ofSeconds(1);
        DeadlineLeadership abandoned = new DeadlineLeadership(
                "job:x", "w", 1, BatonClock.system().now().plus(shortest), BatonClock.system());
        var patient = new LeashedJobCommands("auto").start(List.of("sleep", "1000"), abandoned, Map.of());
        assertThat(patient.await()).isEqualTo(new CommandEnd.Stopped());
    }

    @Test // NODE-8
    void commandThatEndsOrderlyOnASignalOfTheWatchdogHasNoExitCodeOfItsOwn() throws IOException, InterruptedException {
        DeadlineLeadership abandoned = new DeadlineLeadership(
                "job:x", "w", 1, BatonClock.system().now().plus(Duration.ofSeconds(2)), BatonClock.system());
        var orderly = new LeashedJobCommands("auto")
                .start(List.of("sh", "-c", "trap 'exit 0' TERM; while :; do sleep 0.02; done"), abandoned, Map.of());
        assertThat(orderly.await()).isEqualTo(new CommandEnd.Stopped());
    }

    @Test // NODE-8
    void stoppedCommandHasNoExitCodeOfItsOwnButAnEndedOneHas() throws IOException, InterruptedException {
        RenewedLease lease = new RenewedLease(Duration.ofSeconds(30), System.nanoTime());
        var stopped = new LeashedJobCommands("auto").start(List.of("sleep", "1000"), lease, Map.of());
        stopped.stop();
        assertThat(stopped.await()).isEqualTo(new CommandEnd.Stopped());
        var ended = new LeashedJobCommands("auto").start(List.of("sh", "-c", "exit 143"), lease, Map.of());
        assertThat(ended.await()).isEqualTo(new CommandEnd.Exited(143));
        ended.stop();
        assertThat(ended.await()).isEqualTo(new CommandEnd.Exited(143));
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
