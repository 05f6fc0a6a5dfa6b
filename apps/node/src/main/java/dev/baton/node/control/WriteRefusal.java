package dev.baton.node.control;

/** A write that this node refuses. Nothing was written. */
public final class WriteRefusal extends RuntimeException {
    private final Reason reason;
    private final long leaderEpoch;

    /** Why a write is refused. */
    public enum Reason {
        /** This node does not lead, or does not accept such writes any more. */
        NOT_LEADER,
        /** The client refers to a term or a lease that has ended. */
        STALE_EPOCH
    }

    /** Creates one without a stack trace: a standby may have to refuse thousands a second. */
    private WriteRefusal(Reason reason, String message, long leaderEpoch) {
        super(message, null, false, false);
        this.reason = reason;
        this.leaderEpoch = leaderEpoch;
    }

    public static WriteRefusal notLeader() {
        return new WriteRefusal(Reason.NOT_LEADER, "this node does not lead", 0);
    }

    public static WriteRefusal staleEpoch(String message, long leaderEpoch) {
        return new WriteRefusal(Reason.STALE_EPOCH, message, leaderEpoch);
    }

    public Reason reason() {
        return reason;
    }

    /** Returns the current leader_epoch, for {@link Reason#STALE_EPOCH}. */
    public long leaderEpoch() {
        return leaderEpoch;
    }
}
