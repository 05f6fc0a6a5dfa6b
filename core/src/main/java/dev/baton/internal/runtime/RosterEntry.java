package dev.baton.internal.runtime;

import dev.baton.InstanceStatus;
import java.time.Instant;

/** Somebody of this process whom others can see. */
interface RosterEntry {

    /** What it says of itself now. On the loop. */
    InstanceStatus frame(Instant now);
}
