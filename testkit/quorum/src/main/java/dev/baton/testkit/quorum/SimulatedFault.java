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
    /** A process or its machine ends during a write: only a part of the bytes is new. */
    TORN_WRITE,
    /** A process or its machine ends before a write. */
    LOST_WRITE,
    /** A process or its machine ends after a write became durable and before it was confirmed. */
    KEPT_WRITE,
    /** A confirmed write of votes is gone after the end of a process. */
    REVERTED_WRITE,
    /** Writes fail, and may have changed a part of the bytes. */
    FULL_DISK,
    /** Writes cannot be made durable. */
    FAILED_SYNC,
    SLOW_DISK,
    /** A machine loses power, and with it what was not durable: all of it, parts of it, in any order. */
    REBOOT,
    /** A member's disk moves to another machine, which may have been up for days. */
    MOVED_DISK,
    /** A process is cut off for good, and a copy of its disk starts on another machine. */
    COPIED_DISK,
    /** The files of an earlier start replace those of a member. Every other member has seen the later start. */
    ROLLED_BACK,
    /** A second process with the name and a copy of the disk of a member that answers. */
    TWIN,
    /** A bit is flipped while its member does not run. */
    BIT_ROT,
    /** A member restarts with another lease. */
    OTHER_LEASE,
    /** A member restarts with an empty disk. */
    WIPED_DISK,
    /** A member closes in order, half of the time while its work still runs, and starts again. */
    CLOSED,
    /** A member is added, removed or replaced. */
    MEMBERSHIP,
    /** The leader transfers leadership to a named member. */
    TRANSFER,
    /** A member is not a candidate for a while. */
    WITHDRAWAL,
    /** A third party closes the connections to a running member. */
    FORGED_CLOSE,
    /** A third party between the members changes, repeats, drops, invents and returns what passes it. */
    TAMPERING,
    /** A third party without the key connects to a member, or is connected to: it plays recordings and returns proofs. */
    INTRUSION,
    /** The address of a member leads to another one. */
    WRONG_ADDRESS
}
