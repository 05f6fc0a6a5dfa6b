package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.contender;
import static dev.baton.testkit.ContractFixture.get;
import static dev.baton.testkit.ContractFixture.release;
import static dev.baton.testkit.ContractFixture.won;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.RenewOutcome;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The stored epoch is durable before a claim, decides about every claim, and never overflows. */
interface StoredEpochContract {
    /** Higher than the counter of any store under test, and far from an overflow. */
    long HIGHEST_USUAL = Long.MAX_VALUE / 2;

    ContractFixture fixture();

    @Test // FENCE-1
    default void epochIsDurableBeforeTheClaim() {
        Contender contender = contender(fixture().open(), "leader");
        for (int i = 0; i < 3; i++) {
            Claim claim = won(contender);
            assertThat(fixture().store.unsyncedPages(ELECTION))
                    .as("unsynced pages of epoch %d", claim.epoch())
                    .isZero();
            release(contender, claim);
        }
    }

    @Test // FENCE-1
    default void epochsGrowOverACrashOfTheStore() {
        Contender former = contender(fixture().open(), "former");
        long epoch = won(former).epoch();
        fixture().store.crash();
        Contender next = contender(fixture().open(), "next");
        // Not a release: a store that lost its data would not know that there was a tenure. If the connection is not
        // back yet, the claim expires instead.
        former.withdraw();
        assertThat(won(next).epoch()).isGreaterThan(epoch);
    }

    @Test // API-1, FENCE-1
    default void ownRecordWithAnotherEpochIsNotRenewed() {
        if (fixture().leavesOut(StoreFeature.EPOCH_EDITS)) {
            return;
        }
        Backend backend = fixture().open();
        Claim claim = won(contender(backend, "leader"));
        rewriteEpoch(claim.epoch() + 5);
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Gone.class);
    }

    @Test // API-1, FENCE-1
    default void ownRecordWithAnotherEpochIsNotReclaimed() {
        if (fixture().leavesOut(StoreFeature.EPOCH_EDITS)) {
            return;
        }
        Backend backend = fixture().open();
        Contender contender = contender(backend, "leader");
        Claim claim = won(contender);
        rewriteEpoch(claim.epoch() + 5);
        fixture().store.restart();
        // Unknown means that the store is not back yet.
        AtomicReference<RenewOutcome> outcome = new AtomicReference<>(get(contender.reclaim(claim)));
        await("the store decides", () -> {
            outcome.set(get(contender.reclaim(claim)));
            return !(outcome.get() instanceof RenewOutcome.Unknown);
        });
        assertThat(outcome.get()).isInstanceOf(RenewOutcome.Gone.class);
    }

    @Test // FENCE-1
    default void highestStoredEpochIsRefusedAndNothingChanges() {
        if (fixture().leavesOut(StoreFeature.EPOCH_EDITS)) {
            return;
        }
        Contender first = contender(fixture().open(), "first");
        release(first, won(first));
        rewriteEpoch(Long.MAX_VALUE);
        assertRefused(contender(fixture().open(), "second").acquire(0));
        assertThat(fixture().store.holderInStore(ELECTION)).isEmpty();
        rewriteEpoch(41);
        // Not always 42: an engine may count from its own revision, if that is higher.
        assertThat(won(contender(fixture().open(), "third")).epoch()).isBetween(42L, HIGHEST_USUAL);
    }

    @Test // FENCE-1
    default void highestKnownEpochIsRefusedAndNothingChanges() {
        Contender contender = contender(fixture().open(), "leader");
        assertRefused(contender.acquire(Long.MAX_VALUE));
        get(contender.withdraw());
        assertThat(fixture().store.holderInStore(ELECTION)).isEmpty();
        assertThat(won(contender(fixture().open(), "next")).epoch()).isBetween(1L, HIGHEST_USUAL);
    }

    private void rewriteEpoch(long epoch) {
        assertThat(fixture().store.rewriteEpoch(ELECTION, epoch)).isTrue();
    }

    private static void assertRefused(CompletionStage<AcquireOutcome> attempt) {
        assertThat(get(attempt.exceptionally(AcquireOutcome.Unknown::new)))
                .isInstanceOfSatisfying(
                        AcquireOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessageContaining("epoch"));
    }
}
