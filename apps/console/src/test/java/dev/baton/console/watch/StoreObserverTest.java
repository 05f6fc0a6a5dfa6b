package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.view.LiveInstances;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How often a store is looked at as a whole. */
class StoreObserverTest {

    @Test // FILE-12
    void aQuickLookIsRepeatedEverySecondAndASlowOneLessOften() {
        assertThat(restAfter(Duration.ofMillis(20))).isEqualTo(Duration.ofSeconds(1));
        assertThat(restAfter(Duration.ofMillis(200))).isEqualTo(Duration.ofSeconds(2));
    }

    @Test // FILE-12
    void nobodySeemsToFallSilentBecauseLookingIsSlow() {
        Duration framesEvery = Duration.ofSeconds(5);
        Duration look = Duration.ofSeconds(3);
        Duration oldest = framesEvery.plus(look).plus(restAfter(look)).plus(look);
        assertThat(oldest).isLessThan(LiveInstances.LIVE);
    }

    private static Duration restAfter(Duration look) {
        return Duration.ofNanos(StoreObserver.rest(look.toNanos()));
    }
}
