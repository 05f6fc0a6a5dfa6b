package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.view.LiveInstances;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The interval at which a store is polled. */
class StoreObserverTest {

    @Test // FILE-12
    void waitsLongerAfterASlowPoll() {
        assertThat(pauseAfter(Duration.ofMillis(20))).isEqualTo(Duration.ofSeconds(1));
        assertThat(pauseAfter(Duration.ofMillis(200))).isEqualTo(Duration.ofSeconds(2));
    }

    @Test // FILE-12
    void slowPollsDoNotMakeLiveInstancesAgeOut() {
        Duration statusInterval = Duration.ofSeconds(5);
        Duration poll = Duration.ofSeconds(3);
        Duration oldest = statusInterval.plus(poll).plus(pauseAfter(poll)).plus(poll);
        assertThat(oldest).isLessThan(LiveInstances.MAX_AGE);
    }

    private static Duration pauseAfter(Duration poll) {
        return StoreObserver.pauseAfter(poll, Duration.ofSeconds(1));
    }
}
