package dev.baton.quorum.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedialTimesTest {
    private static final long MILLI = 1_000_000;
    private static final DialSchedule SCHEDULE = new DialSchedule(5 * MILLI, 10 * MILLI);

    private final RedialTimes first = new RedialTimes(true, SCHEDULE);
    private final RedialTimes second = new RedialTimes(false, SCHEDULE);

    /** Lets attempts fail as soon as they are due, and returns the pauses between them in milliseconds. */
    private static List<Long> pauses(RedialTimes times, int count) {
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long now = times.dialAt();
            times.failed(now);
            pauses.add((times.dialAt() - now) / MILLI);
        }
        return pauses;
    }

    @Test // QUORUM-5
    void firstAttemptFollowsTheScheduleAndNoneIsDueWhileConnected() {
        assertThat(first.isDue(5 * MILLI - 1)).isFalse();
        assertThat(first.isDue(5 * MILLI)).isTrue();
        first.opened();
        assertThat(first.dialAt()).isEqualTo(RedialTimes.NEVER);
    }

    @Test // QUORUM-5
    void attemptsWithoutAnswerAreRepeatedAtGrowingPausesUpToHalfASecond() {
        assertThat(pauses(first, 12)).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 500L, 500L, 500L);
    }

    @Test // QUORUM-5
    void bothSidesConnectAtOnceAfterThePeerClosedAndRepeatThatAtShortPauses() {
        for (RedialTimes times : List.of(first, second)) {
            times.opened();
            times.closed(100 * MILLI);
            times.closedByPeer(100 * MILLI);
            assertThat(times.isProbing()).isTrue();
            assertThat(times.dialAt()).isEqualTo(100 * MILLI);
            assertThat(pauses(times, 7)).containsExactly(1L, 2L, 4L, 8L, 16L, 20L, 20L);
        }
    }

    @Test // QUORUM-5
    void refusedProbeEndsAndOnlyTheFirstSideTriesAgainSoon() {
        for (RedialTimes times : List.of(first, second)) {
            times.opened();
            times.closed(0);
            times.closedByPeer(0);
            times.refused(0);
            assertThat(times.isProbing()).isFalse();
        }
        assertThat(first.dialAt()).isEqualTo(50 * MILLI);
        assertThat(second.dialAt()).isEqualTo(1_000 * MILLI);
    }

    @Test // QUORUM-5
    void peerThatWasNeverReachedIsTriedAgainSoonBecauseItMayBeStarting() {
        first.refused(0);
        assertThat(first.dialAt()).isEqualTo(10 * MILLI);
    }

    @Test // QUORUM-5
    void connectionThatEndedWithoutThePeerIsOpenedAgainByTheFirstSide() {
        first.opened();
        second.opened();
        first.closed(0);
        second.closed(0);
        assertThat(first.dialAt()).isEqualTo(MILLI);
        assertThat(second.dialAt()).isEqualTo(1_000 * MILLI);
        assertThat(first.isProbing()).isFalse();
    }

    @Test // QUORUM-5
    void pausesStartAgainAfterAConnection() {
        assertThat(pauses(first, 8)).endsWith(128L);
        first.opened();
        first.closed(0);
        assertThat(first.dialAt()).isEqualTo(MILLI);
    }
}
