package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.quorum.step.Vote;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.testkit.GroupContractStore;
import dev.baton.testkit.IgnoredSignals;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last epochs of an election. */
class HighestEpochTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test // FENCE-1
    void epochsEndWithAnErrorAndTheMemberServesItsOtherElections() {
        try (TestGroup group = new TestGroup(2, TestGroup.FAST, false);
                Backend member = group.open("n1", BatonClock.system());
                Backend voter = group.open("n2", BatonClock.system())) {
            GroupContractStore.awaitVoting(List.of(member, voter));
            Contender contender = contender(member, "nightly");
            assertRefused(
                    contender.acquire(Long.MAX_VALUE - 1).toCompletableFuture().join());
            assertRefused(
                    contender.acquire(Vote.HIGHEST_TERM).toCompletableFuture().join());
            assertThat(release(contender, won(contender, 0)).epoch())
                    .as("nothing was changed")
                    .isEqualTo(1);

            Claim last = won(contender, Vote.HIGHEST_TERM - 1);
            assertThat(last.epoch()).isEqualTo(Vote.HIGHEST_TERM);
            release(contender, last);
            assertRefused(contender.acquire(0).toCompletableFuture().join());
            assertRefused(contender.acquire(0).toCompletableFuture().join());

            assertThat(won(contender(member, "other"), 0).epoch()).isEqualTo(1);
        }
    }

    private static Contender contender(Backend member, String election) {
        return member.contend(new ContenderSettings(election, "n1", 0, "", new IgnoredSignals()));
    }

    private static Claim won(Contender contender, long floor) {
        AcquireOutcome outcome = await().atMost(SOON)
                .until(
                        () -> contender.acquire(floor).toCompletableFuture().join(),
                        AcquireOutcome.Won.class::isInstance);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    private static Claim release(Contender contender, Claim claim) {
        contender
                .release(claim, ReleaseRequest.of(EndReason.RESIGNED))
                .toCompletableFuture()
                .join();
        return claim;
    }

    private static void assertRefused(AcquireOutcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        AcquireOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessageContaining("no epoch is left above"));
    }
}
