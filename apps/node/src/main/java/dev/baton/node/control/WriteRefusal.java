package dev.baton.node.control;

import java.util.Optional;

/** A write that this node refuses. Nothing was written. */
public final class WriteRefusal extends RuntimeException {
    private final Optional<Long> currentEpoch;

    /** Creates one without a stack trace: a standby may have to refuse thousands a second. */
    private WriteRefusal(String message, Optional<Long> currentEpoch) {
        super(message, null, false, false);
        this.currentEpoch = currentEpoch;
    }

    /** This node does not lead, or does not accept such writes any more. */
    public static WriteRefusal notLeader() {
        return new WriteRefusal("this node does not lead", Optional.empty());
    }

    /** The client refers to a term or a lease that has ended. */
    public static WriteRefusal staleEpoch(String message, long currentEpoch) {
        return new WriteRefusal(message, Optional.of(currentEpoch));
    }

    /** Returns the current leader_epoch of a {@link #staleEpoch}; empty for {@link #notLeader}. */
    public Optional<Long> currentEpoch() {
        return currentEpoch;
    }
}
