package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;

/** A lock that a waiting session waits for. A grant means that its holder has ended; it is freed in the same statement. */
sealed interface WaitTarget {

    /** Returns the calls that take the lock, waiting for it, and free it again. */
    String lockAndUnlock();

    /**
     * The liveness lock of a leader's lock session. In shared mode, so that all who wait wake together.
     *
     * @param livenessKey the liveness key of that session
     */
    record LeaderSession(long livenessKey) implements WaitTarget {
        @Override
        public String lockAndUnlock() {
            return "PERFORM pg_advisory_lock_shared(" + livenessKey + "); PERFORM pg_advisory_unlock_shared("
                    + livenessKey + ");";
        }
    }

    /**
     * The lock of an election whose holder is not a Baton and has no liveness lock. In exclusive mode: a grant then
     * proves that nobody holds the lock, in any mode.
     */
    record ElectionLock(AdvisoryKeys keys) implements WaitTarget {
        @Override
        public String lockAndUnlock() {
            String arguments = "(" + keys.key1() + ", " + keys.key2() + ");";
            return "PERFORM pg_advisory_lock" + arguments + " PERFORM pg_advisory_unlock" + arguments;
        }
    }
}
