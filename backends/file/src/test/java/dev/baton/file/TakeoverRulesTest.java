package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.file.process.Life;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** FILE-6, row by row. */
class TakeoverRulesTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final ClaimOwner US = new ClaimOwner("us", 10, 1, "boot", 5, "10-1-us");
    private static final ClaimOwner THEM = new ClaimOwner("them", 20, 1, "boot", 5, "20-1-them");

    private static TakeoverRules rules(Life lifeOfOthers) {
        return new TakeoverRules(US, false, NOW, new Seen(lifeOfOthers, false));
    }

    private static TakeoverRules rulesWhileHeld(Life lifeOfOthers) {
        return new TakeoverRules(US, false, NOW, new Seen(lifeOfOthers, true));
    }

    /** The same of every process. */
    private record Seen(Life life, boolean held) implements TakeoverRules.Witness {
        @Override
        public Life judge(ClaimOwner owner) {
            return life;
        }

        @Override
        public boolean isHeld(ClaimOwner owner) {
            return held;
        }
    }

    private static LockRecord claimed(ClaimOwner owner, Duration ago) {
        Instant at = Instant.ofEpochMilli(NOW).minus(ago);
        return LockRecord.claim(owner, 7, "", at, at, Map.of());
    }

    private static TakeoverDecision onNobody(Life life, EpochState last, Duration stood) throws IOException {
        return rules(life).onNobody(Optional.of(last), stood, Duration.ZERO);
    }

    @Test // FILE-6
    void aFreshClaimOfALiveProcessIsNotTaken() throws IOException {
        TakeoverDecision verdict =
                rules(Life.ALIVE).onRecord(claimed(THEM, Duration.ofSeconds(4)), Duration.ofSeconds(3));
        assertThat(verdict)
                .isEqualTo(
                        new TakeoverDecision.Wait("them", 7, Optional.of(Duration.ofMillis(6_001)), "20-1-them", true));
    }

    @Test // FILE-6
    void aClaimOfAProcessOfWhichNothingIsKnownIsNotTaken() throws IOException {
        assertThat(rules(Life.UNKNOWN).onRecord(claimed(THEM, Duration.ofSeconds(10)), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Wait.class);
    }

    @Test // FILE-6
    void ourOwnClaimIsTaken() throws IOException {
        assertThat(rules(Life.ALIVE).onRecord(claimed(US, Duration.ZERO), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // FILE-6, PG-3
    void aClaimUnderOurIdOfAnotherCandidateHereIsNotTaken() throws IOException {
        TakeoverRules rival = new TakeoverRules(US, true, NOW, new Seen(Life.ALIVE, false));
        assertThat(rival.onRecord(claimed(US, Duration.ZERO), Duration.ZERO))
                .isInstanceOfSatisfying(
                        TakeoverDecision.Wait.class,
                        wait -> assertThat(wait.holder()).isEqualTo("(local)"));
    }

    @Test // FILE-5
    void ourIdInAnotherProcessIsForeign() throws IOException {
        ClaimOwner twin = new ClaimOwner("us", 20, 1, "boot", 5, "20-1-them");
        assertThat(rules(Life.ALIVE).onRecord(claimed(twin, Duration.ZERO), Duration.ZERO))
                .isInstanceOfSatisfying(
                        TakeoverDecision.Wait.class,
                        wait -> assertThat(wait.holder()).isEqualTo("us"));
    }

    @Test // FILE-6
    void theClaimOfADeadProcessIsTaken() throws IOException {
        assertThat(rules(Life.DEAD).onRecord(claimed(THEM, Duration.ZERO), Duration.ZERO))
                .isEqualTo(new TakeoverDecision.Take(EndReason.SESSION_CLOSED));
    }

    @Test // FILE-6
    void aStaleClaimIsTakenByTheWallClock() throws IOException {
        assertThat(rules(Life.ALIVE).onRecord(claimed(THEM, Duration.ofSeconds(10)), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Wait.class);
        assertThat(rules(Life.ALIVE).onRecord(claimed(THEM, Duration.ofMillis(10_001)), Duration.ZERO))
                .isEqualTo(new TakeoverDecision.Take(EndReason.EXPIRED));
    }

    @Test // FILE-1, FILE-6
    void aClaimWhoseOwnerIsHeldIsNotTakenHoweverDeadOrOldItIs() throws IOException {
        TakeoverDecision soon =
                new TakeoverDecision.Wait("them", 7, Optional.of(Duration.ofMillis(201)), "20-1-them", true);
        for (Life life : Life.values()) {
            assertThat(rulesWhileHeld(life).onRecord(claimed(THEM, Duration.ofDays(1)), Duration.ZERO))
                    .isEqualTo(soon);
            assertThat(rulesWhileHeld(life).onRecord(claimed(THEM, Duration.ofDays(-1)), Duration.ofDays(1)))
                    .isEqualTo(soon);
        }
        assertThat(rulesWhileHeld(Life.DEAD).onRecord(claimed(THEM, Duration.ZERO), Duration.ZERO))
                .isEqualTo(soon);
    }

    @Test // FILE-1, FILE-6
    void anEmptyLockWhoseLastHolderIsHeldIsNotTakenHoweverDeadItIsOrLongItStoodSo() throws IOException {
        TakeoverDecision soon =
                new TakeoverDecision.Wait("them", 7, Optional.of(Duration.ofMillis(201)), "20-1-them", false);
        Optional<EpochState> last = Optional.of(EpochState.of(7, 1, THEM));
        for (Life life : Life.values()) {
            assertThat(rulesWhileHeld(life).onNobody(last, Duration.ofDays(1), Duration.ZERO))
                    .isEqualTo(soon);
        }
    }

    @Test // FILE-6, FILE-10
    void aClaimFromTheFutureIsTakenWhenItStoodStillForTheBound() throws IOException {
        LockRecord future = claimed(THEM, Duration.ofHours(-1));
        assertThat(rules(Life.ALIVE).onRecord(future, Duration.ofSeconds(10)))
                .isEqualTo(new TakeoverDecision.Wait("them", 7, Optional.of(Duration.ofMillis(1)), "20-1-them", true));
        assertThat(rules(Life.ALIVE).onRecord(future, Duration.ofMillis(10_001)))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // FILE-6
    void anEmptyLockThatNobodyEverHeldIsTaken() throws IOException {
        assertThat(rules(Life.ALIVE).onNobody(Optional.empty(), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // FILE-6
    void anEmptyLockWhoseLastHolderLivesIsTakenOnlyAfterTheBound() throws IOException {
        EpochState last = EpochState.of(7, 1, THEM);
        for (Life life : new Life[] {Life.ALIVE, Life.UNKNOWN}) {
            assertThat(onNobody(life, last, Duration.ofSeconds(4)))
                    .isEqualTo(new TakeoverDecision.Wait(
                            "them", 7, Optional.of(Duration.ofMillis(6_001)), "20-1-them", false));
            assertThat(onNobody(life, last, Duration.ofMillis(10_001))).isInstanceOf(TakeoverDecision.Take.class);
        }
    }

    @Test // FILE-6
    void anEmptyLockWhoseLastHolderIsDeadOrUsOrReleasedIsTaken() throws IOException {
        assertThat(onNobody(Life.DEAD, EpochState.of(7, 1, THEM), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
        assertThat(onNobody(Life.ALIVE, EpochState.of(7, 1, US), Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
        EpochState released = EpochState.of(7, 1, THEM).ended(Optional.empty());
        assertThat(onNobody(Life.ALIVE, released, Duration.ZERO)).isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // API-8
    void aReservationIsHonouredForTwoSecondsByBothClocks() throws IOException {
        EpochState forThem =
                EpochState.of(7, 1, THEM).ended(Optional.of(new EpochState.Reservation("heir", NOW - 500)));
        assertThat(rules(Life.ALIVE).onNobody(Optional.of(forThem), Duration.ZERO, Duration.ZERO))
                .isEqualTo(new TakeoverDecision.Wait("heir", 7, Optional.of(Duration.ofMillis(1_501)), "", true));
        assertThat(rules(Life.ALIVE).onNobody(Optional.of(forThem), Duration.ZERO, Duration.ofMillis(2_001)))
                .isInstanceOf(TakeoverDecision.Take.class);
        EpochState old = EpochState.of(7, 1, THEM).ended(Optional.of(new EpochState.Reservation("heir", NOW - 2_001)));
        assertThat(rules(Life.ALIVE).onNobody(Optional.of(old), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }

    @Test // API-8
    void aReservationDoesNotKeepItsOwnerWaiting() throws IOException {
        EpochState forUs = EpochState.of(7, 1, THEM).ended(Optional.of(new EpochState.Reservation("us", NOW)));
        assertThat(rules(Life.ALIVE).onNobody(Optional.of(forUs), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(TakeoverDecision.Take.class);
    }
}
