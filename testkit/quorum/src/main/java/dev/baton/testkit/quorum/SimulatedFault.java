package dev.baton.testkit.quorum;

/** A kind of fault, or of disruption by an operator, in a simulated group. */
public enum SimulatedFault {
    /** Messages take up to one second longer. */
    DELAY,
    LOSS,
    /** Messages arrive twice, the second time up to 12 seconds later. */
    DUPLICATION,
    /** Later messages overtake earlier ones. */
    REORDERING,
    /** A member cannot send to one other member, but receives from it. */
    ONE_WAY,
    /** Every member is connected only with its two neighbours. */
    RING,
    /** A partition separates a minority from the majority. */
    MAJORITY,
    /** A partition separates one member from all others. */
    ISOLATION,
    /** A member's clock runs as fast or as slow as the settings allow. */
    DRIFT,
    /** A member's wall clock jumps. */
    CLOCK_STEP,
    /** A machine is suspended: its process and its monotonic clock stop, its wall clock continues. */
    SUSPENSION,
    /** A process is frozen. */
    PAUSE,
    CRASH,
    /** A crash during a write: only a part of the slot is new. */
    TORN_WRITE,
    /** A crash that loses an unconfirmed write. */
    LOST_WRITE,
    /** A crash after a write became durable and before it was confirmed. */
    KEPT_WRITE,
    FULL_DISK,
    SLOW_DISK,
    /** A machine reboots and loses what was only in memory. */
    REBOOT,
    /** A member's disk moves to another machine, which may have been up for days. */
    MOVED_DISK,
    /** A process is cut off for good, and a copy of its disk starts on another machine. */
    COPIED_DISK,
    /** One copy of a record is damaged while its member does not run. */
    BIT_ROT,
    /** A member restarts with another lease. */
    OTHER_LEASE,
    /** A member restarts with an empty disk. */
    WIPED_DISK,
    /** A member is added, removed or replaced. */
    MEMBERSHIP,
    /** The leader transfers leadership to a named member. */
    TRANSFER,
    /** A member is not a candidate for a while. */
    WITHDRAWAL,
    /** A third party closes the connections to a running member. */
    FORGED_CLOSE
}
