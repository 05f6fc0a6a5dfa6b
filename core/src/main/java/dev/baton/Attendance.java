package dev.baton;

import dev.baton.spi.Subscription;

/** A presence in an election without standing in it; see {@link Election#attend}. */
public interface Attendance extends Subscription {

    /** Who it is. */
    String instanceId();

    /** What the others see of it from now on. */
    void say(boolean healthy, String note);
}
