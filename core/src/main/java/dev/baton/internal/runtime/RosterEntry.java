package dev.baton.internal.runtime;

import dev.baton.InstanceStatus;
import java.time.Instant;

/** An instance of this process that appears on the roster. Thread-safe. */
interface RosterEntry {

    boolean isInstance(String election, String instanceId);

    /** Returns the status of the instance, with the given time of publication. */
    InstanceStatus status(Instant now);
}
