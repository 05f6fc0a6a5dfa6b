package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.LeadershipLostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimedLeadershipTest {
    private static final Duration VALIDITY = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final TimedLeadership leadership =
            new TimedLeadership("nightly", "a", 7, clock.now().plus(VALIDITY), clock);

    @Test // API-2
    void isValidUntilJustBeforeItsDeadline() {
        clock.advance(VALIDITY.minusNanos(1));
        assertThat(leadership.isValid()).isTrue();
        assertThat(leadership.remaining()).isEqualTo(Duration.ofNanos(1));
        clock.advance(Duration.ofNanos(1));
        assertThat(leadership.isValid()).isFalse();
        assertThat(leadership.remaining()).isZero();
    }

    @Test // API-2
    void staysInvalidOnceInvalid() {
        clock.stepWall(Duration.ofHours(1));
        assertThat(leadership.isValid()).isFalse();
        clock.stepWall(Duration.ofHours(-1));
        assertThat(leadership.isValid()).isFalse();
        assertThat(leadership.extend(clock.now().plus(VALIDITY))).isFalse();
        assertThat(leadership.isValid()).isFalse();
    }

    @Test // API-2
    void lateExtensionHasNoEffectEvenIfExpiryWasNotObserved() {
        clock.advance(VALIDITY);
        assertThat(leadership.extend(clock.now().plus(VALIDITY))).isFalse();
        assertThat(leadership.isValid()).isFalse();
    }

    @Test // API-2
    void extensionCountsFromItsOwnReading() {
        ClockReading sent = clock.now().plus(Duration.ofSeconds(4));
        clock.advance(Duration.ofSeconds(5));
        assertThat(leadership.extend(sent.plus(VALIDITY))).isTrue();
        assertThat(leadership.remaining()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test // API-2
    void expiresDuringSuspendAlthoughMonotonicClockStopped() {
        clock.stepWall(VALIDITY);
        assertThat(leadership.isValid()).isFalse();
    }

    @Test // API-2
    void backwardStepOfWallClockDoesNotExtend() {
        clock.stepWall(Duration.ofHours(-1));
        assertThat(leadership.remaining()).isEqualTo(VALIDITY);
        clock.advance(VALIDITY);
        assertThat(leadership.isValid()).isFalse();
    }

    @Test // API-2
    void forwardStepOfWallClockShortensRemaining() {
        clock.stepWall(Duration.ofSeconds(9));
        assertThat(leadership.remaining()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test // API-2
    void monotonicClockMayWrapAround() {
        ManualClock late = new ManualClock();
        late.advance(Duration.ofNanos(Long.MAX_VALUE - 5));
        TimedLeadership wrapping =
                new TimedLeadership("e", "a", 1, new ClockReading(late.nanos() + 10, Long.MAX_VALUE), late);
        assertThat(wrapping.isValid()).isTrue();
        late.advance(Duration.ofNanos(9));
        assertThat(wrapping.isValid()).isTrue();
        late.advance(Duration.ofNanos(1));
        assertThat(wrapping.isValid()).isFalse();
    }

    @Test // API-5
    void firstEndReasonIsKeptAndNamedInTheError() {
        leadership.check();
        leadership.end(EndReason.TAKEN_OVER);
        leadership.end(EndReason.EXPIRED);
        assertThat(leadership.isValid()).isFalse();
        assertThat(leadership.endReason()).contains(EndReason.TAKEN_OVER);
        assertThatThrownBy(leadership::check)
                .isInstanceOf(LeadershipLostException.class)
                .hasMessage("leadership of nightly with epoch 7 is no longer valid: taken_over");
    }

    @Test // API-5
    void errorAfterUnobservedExpiryHasNoReason() {
        clock.advance(VALIDITY);
        assertThatThrownBy(leadership::check).hasMessage("leadership of nightly with epoch 7 is no longer valid");
        assertThat(leadership.endReason()).isEmpty();
    }

    @Test // FILE-3
    void onlyLeadershipWithEpochIsConfirmed() {
        assertThat(leadership.isConfirmed()).isTrue();
        assertThat(new TimedLeadership("e", "a", 0, clock.now().plus(VALIDITY), clock).isConfirmed())
                .isFalse();
        assertThat(leadership).hasToString("leadership of nightly by a with epoch 7");
    }
}
