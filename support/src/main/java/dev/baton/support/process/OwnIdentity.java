package dev.baton.support.process;

/**
 * The identity of this process as far as it could be read.
 *
 * @param mayBecomeKnown whether a part is missing for a reason that can pass, such as no free file descriptor. A part that
 *     {@code /proc} does not have, or that a container hides, stays missing
 */
record OwnIdentity(ProcessIdentity identity, boolean mayBecomeKnown) {

    /** Returns whether pids of the other process mean the same here; also true if that cannot be excluded yet. */
    boolean maySharePidsWith(ProcessIdentity other) {
        boolean otherBoot = !identity.bootId().isEmpty() && !identity.bootId().equals(other.bootId());
        boolean otherNamespace = identity.pidNamespace() > 0 && identity.pidNamespace() != other.pidNamespace();
        return other.isComplete() && (identity.isComplete() || mayBecomeKnown) && !otherBoot && !otherNamespace;
    }
}
