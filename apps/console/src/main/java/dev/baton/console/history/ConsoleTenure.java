package dev.baton.console.history;

import dev.baton.Tenure;
import java.time.Instant;
import java.util.Optional;

/**
 * A tenure in the history of the console.
 *
 * @param recorded the tenure as the store recorded it
 * @param observedEnd when the console first saw that the tenure was over, if the store had not recorded its end
 */
public record ConsoleTenure(Tenure recorded, Optional<Instant> observedEnd) {}
