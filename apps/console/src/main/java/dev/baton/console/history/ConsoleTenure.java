package dev.baton.console.history;

import dev.baton.Tenure;
import java.time.Instant;
import java.util.Optional;

/**
 * A tenure in the history of the console.
 *
 * @param recorded the tenure as the store recorded it
 * @param observedEnd when the console first saw that the tenure was over, if the store had not recorded its end
 * @param lastSeen the time of the leader's last status before the console saw that the tenure was over
 */
public record ConsoleTenure(Tenure recorded, Optional<Instant> observedEnd, Optional<Instant> lastSeen) {

    /** Returns when the tenure ended according to the store, or else to the console. */
    Optional<Instant> end() {
        return recorded.to().or(() -> observedEnd);
    }
}
