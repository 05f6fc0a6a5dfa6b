package dev.baton.testkit.quorum;

/** What goes wrong, or is done on purpose, in a simulated group. */
public enum SimulatedFault {
    /** Messages take up to a second longer. */
    DELAY,
    LOSS,
    /** Messages come twice, the second time up to many seconds later. */
    DUPLICATION,
    /** Later messages overtake earlier ones. */
    REORDERING,
    /** One member hears another one, but not the other way round. */
    ONE_WAY,
    /** Every member hears only its two neighbours. */
    RING,
    /** The group falls into a majority and a minority. */
    MAJORITY,
    /** One member is alone. */
    ISOLATION,
    /** A member's clock runs as fast or as slow as the settings allow. */
    DRIFT,
    /** A member's wall clock jumps. */
    CLOCK_STEP,
    /** A machine is suspended: its process and its monotonic clock stand still, the wall clock does not. */
    SUSPENSION,
    /** A process stands still. */
    PAUSE,
    CRASH,
    /** A crash in the middle of a write: part of the slot is new. */
    TORN_WRITE,
    /** A crash that loses a write which was not confirmed. */
    LOST_WRITE,
    /** A crash right after a write became durable, before anybody was told. */
    KEPT_WRITE,
    FULL_DISK,
    SLOW_DISK,
    /** A machine goes down and up: what was only in memory is gone. */
    REBOOT,
    /** A member comes back with an empty disk. */
    WIPED_DISK,
    /** A member is added, removed or replaced. */
    MEMBERSHIP,
    /** The leader hands over to a named member. */
    TRANSFER,
    /** A member stops standing for a while. */
    WITHDRAWAL,
    /** A connection to a living peer is closed by somebody in between. */
    FORGED_CLOSE
}
