package dev.baton.reconcile;

import dev.baton.Leadership;

/** The right to write: a reign, or that of the only replica there is. */
interface WritePermission {

    /** Whether it still stands. */
    boolean isValid();

    /** The epoch that guards its writes; 0 for the only replica, which nobody can succeed. */
    long epoch();

    static WritePermission of(Leadership leadership) {
        return new WritePermission() {
            @Override
            public boolean isValid() {
                return leadership.isValid();
            }

            @Override
            public long epoch() {
                return leadership.epoch();
            }
        };
    }

    /** The mandate of a replica that has no rivals. */
    static WritePermission alone() {
        return new WritePermission() {
            @Override
            public boolean isValid() {
                return true;
            }

            @Override
            public long epoch() {
                return 0;
            }
        };
    }
}
