package dev.baton.quorum.step;

/** What the surroundings of a node have to do, in this order. */
public sealed interface NodeEffect {

    /** Hands a message to the network. */
    record Send(Envelope envelope) implements NodeEffect {}

    /**
     * Makes a vote durable (fdatasync), then answers {@link NodeEvent.Persisted} or {@link NodeEvent.PersistFailed}.
     * Answers come in the order of these effects.
     */
    record Persist(String election, Vote ballot) implements NodeEffect {}

    /** Makes the list of members and the known disks durable, then answers {@link NodeEvent.GroupPersisted}. */
    record PersistGroup(GroupRecord group) implements NodeEffect {}

    /** Writes a promise where it survives the death of the process, at once, before anything that follows. No fsync. */
    record Remember(String election, LeasePromise promise) implements NodeEffect {}

    /**
     * This member leads, or goes on leading.
     *
     * @param term the epoch
     * @param nanos how long from now, on the faster of the two clocks
     */
    record Lead(String election, long term, long nanos) implements NodeEffect {}

    /** This member leads no longer; whatever it granted itself is void now. */
    record Ended(String election, long term, StepDownCause cause) implements NodeEffect {}

    /** Somebody else leads. */
    record Follow(String election, String leader, long term) implements NodeEffect {}

    /** A change of the list of members went through, or did not. */
    record Changed(Membership membership, boolean done, String what) implements NodeEffect {}

    /** Something an operator has to know, said once. */
    record Warn(String what) implements NodeEffect {}
}
