package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.LeadershipLostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimedLeadershipTest {
    private static final Duration TRUST = Duration.ofSeconds(10);

    private final HandClock clock = new HandClock();
    private final TimedLeadership reign =
            new TimedLeadership("nightly", "a", 7, Deadline.of(clock.now(), TRUST), clock);

    @Test // API-2
    void itIsValidUntilItsDeadlineAndNotAtIt() {
        clock.advance(TRUST.minusNanos(1));
        assertThat(reign.isValid()).isTrue();
        assertThat(reign.remaining()).isEqualTo(Duration.ofNanos(1));
        clock.advance(Duration.ofNanos(1));
        assertThat(reign.isValid()).isFalse();
        assertThat(reign.remaining()).isZero();
    }

    @Test // API-2
    void onceInvalidItStaysSo() {
        clock.stepWall(Duration.ofHours(1));
        assertThat(reign.isValid()).isFalse();
        clock.stepWall(Duration.ofHours(-1));
        assertThat(reign.isValid()).isFalse();
        assertThat(reign.extend(Deadline.of(clock.now(), TRUST))).isFalse();
        assertThat(reign.isValid()).isFalse();
    }

    @Test // API-2
    void anExtensionThatComesTooLateExtendsNothingAlthoughNobodyLooked() {
        clock.advance(TRUST);
        assertThat(reign.extend(Deadline.of(clock.now(), TRUST))).isFalse();
        assertThat(reign.isValid()).isFalse();
    }

    @Test // API-2
    void anExtensionCountsFromItsOwnMoment() {
        ClockReading sent = clock.now().plus(Duration.ofSeconds(4));
        clock.advance(Duration.ofSeconds(5));
        assertThat(reign.extend(Deadline.of(sent, TRUST))).isTrue();
        assertThat(reign.remaining()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test // API-2
    void aSuspendedMachineLeadsNoMoreAlthoughItsMonotonicClockStoodStill() {
        clock.stepWall(TRUST);
        assertThat(reign.isValid()).isFalse();
    }

    @Test // API-2
    void aBackwardStepOfTheWallClockLengthensNothing() {
        clock.stepWall(Duration.ofHours(-1));
        assertThat(reign.remaining()).isEqualTo(TRUST);
        clock.advance(TRUST);
        assertThat(reign.isValid()).isFalse();
    }

    @Test // API-2
    void aForwardStepOfTheWallClockShortensWhatRemains() {
        clock.stepWall(Duration.ofSeconds(9));
        assertThat(reign.remaining()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test // API-2
    void aMonotonicClockThatWrapsAroundDoesNoHarm() {
        HandClock late = new HandClock();
        late.advance(Duration.ofNanos(Long.MAX_VALUE - 5));
        TimedLeadership wrapping =
                new TimedLeadership("e", "a", 1, new Deadline(late.nanos() + 10, Long.MAX_VALUE), late);
        assertThat(wrapping.isValid()).isTrue();
        late.advance(Duration.ofNanos(9));
        assertThat(wrapping.isValid()).isTrue();
        late.advance(Duration.ofNanos(1));
        assertThat(wrapping.isValid()).isFalse();
    }

    @Test // API-5
    void theFirstReasonThatEndedItIsKeptAndGoesIntoTheError() {
        reign.check();
        reign.end(EndReason.TAKEN_OVER);
        reign.end(EndReason.EXPIRED);
        assertThat(reign.isValid()).isFalse();
        assertThat(reign.endReason()).contains(EndReason.TAKEN_OVER);
        assertThatThrownBy(reign::check)
                .isInstanceOf(LeadershipLostException.class)
                .hasMessage("leadership of nightly with epoch 7 is not valid any more: taken_over");
    }

    @Test // API-5
    void oneThatRanOutUnseenSaysThatMuch() {
        clock.advance(TRUST);
        assertThatThrownBy(reign::check).hasMessage("leadership of nightly with epoch 7 is not valid any more");
        assertThat(reign.endReason()).isEmpty();
    }

    @Test // FILE-3
    void onlyALeadershipWithAnEpochIsConfirmed() {
        assertThat(reign.isConfirmed()).isTrue();
        assertThat(new TimedLeadership("e", "a", 0, Deadline.of(clock.now(), TRUST), clock).isConfirmed())
                .isFalse();
        assertThat(reign).hasToString("leadership of nightly by a with epoch 7");
    }
}
