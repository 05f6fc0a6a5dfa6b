package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import dev.baton.support.process.Evidence;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TakeoverRulesTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final ClaimOwner US = new ClaimOwner("us", 10, 1, "boot", 5, "10-1-us");
    private static final ClaimOwner THEM = new ClaimOwner("them", 20, 1, "boot", 5, "20-1-them");

    private static TakeoverRules rules(Evidence evidence) {
        return new TakeoverRules(US, false, NOW, owner -> evidence);
    }

    private static LockRecord claimed(ClaimOwner owner, Duration ago) {
        Instant at = Instant.ofEpochMilli(NOW).minus(ago);
        return LockRecord.claim(owner, 7, "", at, at, Map.of());
    }

    private static TakeoverDecision onNoClaim(Evidence life, EpochState last, Duration unchanged) throws IOException {
        return rules(life).onNoClaim(Optional.of(last), unchanged, Duration.ZERO);
    }

    @Test // FILE-6
    void waitsForFreshClaimOfLiveProcess() throws IOException {
        TakeoverDecision decision =
                rules(Evidence.NO).onRecord(claimed(THEM, Duration.ofSeconds(4)), Duration.ofSeconds(3));
        assertThat(decision)
                .isEqualTo(
                        new TakeoverDecision.Wait("them", 7, Optional.of(Duration.ofMillis(6_001)), "20-1-them", true));
    }

    @Test // FILE-6
    void waitsForFreshClaimWithoutEvidence() throws IOException {
        assertThat(rules(Evidence.UNKNOWN).onRecord(claimed(THEM, Duration.ofSeconds(10)), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Wait.class);
    }

    @Test // FILE-6
    void takesOwnClaim() throws IOException {
        assertThat(rules(Evidence.NO).onRecord(claimed(US, Duration.ZERO), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // FILE-6, PG-3
    void waitsForClaimOfLocalRivalWithSameId() throws IOException {
        TakeoverRules rival = new TakeoverRules(US, true, NOW, owner -> Evidence.NO);
        assertThat(rival.onRecord(claimed(US, Duration.ZERO), Duration.ZERO))
                .isInstanceOfSatisfying(
                        TakeoverDecision.Wait.class,
                        wait -> assertThat(wait.holder()).isEqualTo("(local)"));
    }

    @Test // FILE-6
    void waitsForLocalRivalWhoseStoreWasDeleted() throws IOException {
        TakeoverRules rival = new TakeoverRules(US, true, NOW, owner -> Evidence.NO);
        assertThat(rival.onNoClaim(Optional.empty(), Duration.ofSeconds(4), Duration.ZERO))
                .isEqualTo(new TakeoverDecision.Wait("(local)", 0, Optional.of(Duration.ofMillis(6_001)), "", true));
        assertThat(rival.onNoClaim(Optional.empty(), Duration.ofMillis(10_001), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // FILE-5
    void treatsOwnIdInOtherProcessAsForeign() throws IOException {
        ClaimOwner twin = new ClaimOwner("us", 20, 1, "boot", 5, "20-1-them");
        assertThat(rules(Evidence.NO).onRecord(claimed(twin, Duration.ZERO), Duration.ZERO))
                .isInstanceOfSatisfying(
                        TakeoverDecision.Wait.class,
                        wait -> assertThat(wait.holder()).isEqualTo("us"));
    }

    @Test // FILE-6
    void takesClaimOfProcessThatEnded() throws IOException {
        assertThat(rules(Evidence.YES).onRecord(claimed(THEM, Duration.ZERO), Duration.ZERO))
                .isEqualTo(new TakeoverDecision.Take(EndReason.SESSION_CLOSED));
    }

    @Test // FILE-6
    void takesClaimThatIsStaleByWallClock() throws IOException {
        assertThat(rules(Evidence.NO).onRecord(claimed(THEM, Duration.ofSeconds(10)), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Wait.class);
        assertThat(rules(Evidence.NO).onRecord(claimed(THEM, Duration.ofMillis(10_001)), Duration.ZERO))
                .isEqualTo(new TakeoverDecision.Take(EndReason.EXPIRED));
    }

    @Test // FILE-6, FILE-10
    void takesFutureClaimThatIsUnchangedForStaleTime() throws IOException {
        LockRecord future = claimed(THEM, Duration.ofHours(-1));
        assertThat(rules(Evidence.NO).onRecord(future, Duration.ofSeconds(10)))
                .isEqualTo(new TakeoverDecision.Wait("them", 7, Optional.of(Duration.ofMillis(1)), "20-1-them", true));
        assertThat(rules(Evidence.NO).onRecord(future, Duration.ofMillis(10_001)))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // FILE-6
    void takesLockWithoutFormerHolder() throws IOException {
        assertThat(rules(Evidence.NO).onNoClaim(Optional.empty(), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // FILE-6
    void takesEmptyLockOfLiveHolderOnlyAfterStaleTime() throws IOException {
        EpochState last = EpochState.of(7, 1, THEM);
        for (Evidence life : new Evidence[] {Evidence.NO, Evidence.UNKNOWN}) {
            assertThat(onNoClaim(life, last, Duration.ofSeconds(4)))
                    .isEqualTo(new TakeoverDecision.Wait(
                            "them", 7, Optional.of(Duration.ofMillis(6_001)), "20-1-them", false));
            assertThat(onNoClaim(life, last, Duration.ofMillis(10_001))).isInstanceOf(TakeoverDecision.Take.class);
        }
    }

    @Test // FILE-6
    void takesEmptyLockOfEndedOwnOrReleasedHolder() throws IOException {
        assertThat(onNoClaim(Evidence.YES, EpochState.of(7, 1, THEM), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
        assertThat(onNoClaim(Evidence.NO, EpochState.of(7, 1, US), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
        EpochState released = EpochState.of(7, 1, THEM).ended(Optional.empty());
        assertThat(onNoClaim(Evidence.NO, released, Duration.ZERO)).isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // API-8
    void honoursReservationForTwoSecondsOnBothClocks() throws IOException {
        EpochState forThem =
                EpochState.of(7, 1, THEM).ended(Optional.of(new EpochState.Reservation("heir", NOW - 500)));
        assertThat(rules(Evidence.NO).onNoClaim(Optional.of(forThem), Duration.ZERO, Duration.ZERO))
                .isEqualTo(new TakeoverDecision.Wait("heir", 7, Optional.of(Duration.ofMillis(1_501)), "", true));
        assertThat(rules(Evidence.NO).onNoClaim(Optional.of(forThem), Duration.ZERO, Duration.ofMillis(2_001)))
                .isInstanceOf(TakeoverDecision.Take.class);
        EpochState old = EpochState.of(7, 1, THEM).ended(Optional.of(new EpochState.Reservation("heir", NOW - 2_001)));
        assertThat(rules(Evidence.NO).onNoClaim(Optional.of(old), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // API-8
    void reservationDoesNotDelayItsTarget() throws IOException {
        EpochState forUs = EpochState.of(7, 1, THEM).ended(Optional.of(new EpochState.Reservation("us", NOW)));
        assertThat(rules(Evidence.NO).onNoClaim(Optional.of(forUs), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }
}
