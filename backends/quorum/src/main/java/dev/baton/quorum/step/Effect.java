package dev.baton.quorum.step;

/** What the surroundings of a node have to do, in this order. */
public sealed interface Effect {

    /** Hands a message to the network. */
    record Send(Envelope envelope) implements Effect {}

    /**
     * Makes a vote durable (fdatasync), then answers {@link Event.Persisted} or {@link Event.PersistFailed}.
     * Answers come in the order of these effects.
     */
    record Persist(String election, Ballot ballot) implements Effect {}

    /** Makes the list of members and the known disks durable, then answers {@link Event.GroupPersisted}. */
    record PersistGroup(GroupRecord group) implements Effect {}

    /** Writes a promise where it survives the death of the process, at once, before anything that follows. No fsync. */
    record Remember(String election, Promise promise) implements Effect {}

    /**
     * This member leads, or goes on leading.
     *
     * @param term the epoch
     * @param nanos how long from now, on the faster of the two clocks
     */
    record Lead(String election, long term, long nanos) implements Effect {}

    /** This member leads no longer; whatever it granted itself is void now. */
    record Ended(String election, long term, EndCause cause) implements Effect {}

    /** Somebody else leads. */
    record Follow(String election, String leader, long term) implements Effect {}

    /** A change of the list of members went through, or did not. */
    record Changed(Membership membership, boolean done, String what) implements Effect {}

    /** Something an operator has to know, said once. */
    record Warn(String what) implements Effect {}
}
