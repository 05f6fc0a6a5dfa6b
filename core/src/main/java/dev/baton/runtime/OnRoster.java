package dev.baton.runtime;

import dev.baton.spi.StatusFrame;
import java.time.Instant;

/** Somebody of this process whom others can see. */
interface OnRoster {

    /** What it says of itself now. On the loop. */
    StatusFrame frame(Instant now);
}
