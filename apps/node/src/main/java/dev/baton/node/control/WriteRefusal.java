package dev.baton.node.control;

import java.util.Optional;

/** A write that this node refuses. Nothing was written. */
public final class WriteRefusal extends RuntimeException {
    private final Admission admission;
    private final Optional<Long> currentEpoch;

    /** Creates one without a stack trace: a standby may have to refuse thousands a second. */
    private WriteRefusal(String message, Admission admission, Optional<Long> currentEpoch) {
        super(message, null, false, false);
        this.admission = admission;
        this.currentEpoch = currentEpoch;
    }

    /** This node does not lead, or does not accept such writes any more. */
    public static WriteRefusal notLeader(Admission admission) {
        return new WriteRefusal("this node does not lead", admission, Optional.empty());
    }

    /** The client refers to a term or a lease that has ended. */
    public static WriteRefusal staleEpoch(String message, long currentEpoch) {
        return new WriteRefusal(message, Admission.LEADER_OR_DRAINING, Optional.of(currentEpoch));
    }

    /** Returns the roles in which another node would accept the write. */
    public Admission admission() {
        return admission;
    }

    /** Returns the current leader_epoch of a {@link #staleEpoch}; empty for {@link #notLeader}. */
    public Optional<Long> currentEpoch() {
        return currentEpoch;
    }
}
