package dev.baton.reconcile;

import dev.baton.Leadership;
import java.util.function.BooleanSupplier;

/**
 * The permission to write: a tenure, or that of a single replica.
 *
 * @param valid whether it is still valid
 * @param epoch the epoch that guards its writes; 0 for a single replica, which has no successor
 */
record WritePermission(BooleanSupplier valid, long epoch) {

    boolean isValid() {
        return valid.getAsBoolean();
    }

    static WritePermission of(Leadership leadership) {
        return new WritePermission(leadership::isValid, leadership.epoch());
    }

    /** Returns the permission of a replica without rivals. */
    static WritePermission alone() {
        return new WritePermission(() -> true, 0);
    }
}
