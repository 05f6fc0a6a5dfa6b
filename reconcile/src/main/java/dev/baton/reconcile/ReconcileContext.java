package dev.baton.reconcile;

import dev.baton.BatonClock;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * What all tenures of one replica use.
 *
 * @param jitter returns the part of a backoff that is waited
 */
record ReconcileContext<S, T>(
        Resources<S, T> resources,
        DriverCalls<T> driver,
        ResourceIndex<T> index,
        ReconcileSettings settings,
        BatonClock clock,
        ReconcileProgress progress,
        DoubleSupplier jitter) {

    /** Returns this context on another clock. */
    ReconcileContext<S, T> on(BatonClock other) {
        return new ReconcileContext<>(resources, driver, index, settings, other, progress, jitter);
    }

    /** Returns from a half to all of a backoff, so that what failed together is not repeated together. */
    static double randomPart() {
        return 0.5 + ThreadLocalRandom.current().nextDouble() / 2;
    }
}
