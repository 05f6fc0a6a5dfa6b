package dev.baton.node.control;

/** A write that this node does not do; nothing was written. */
public abstract sealed class WriteRefusal extends RuntimeException {

    /** Without a stack trace: a standby may have to refuse thousands a second. */
    private WriteRefusal(String message) {
        super(message, null, false, false);
    }

    /** This node does not lead, or does not take such writes any more. */
    public static final class NotLeader extends WriteRefusal {
        public NotLeader() {
            super("this node does not lead");
        }
    }

    /** The writer believes in a term or a lease that is over. */
    public static final class Stale extends WriteRefusal {
        private final long leaderEpoch;

        public Stale(String message, long leaderEpoch) {
            super(message);
            this.leaderEpoch = leaderEpoch;
        }

        /** The leader_epoch that counts. */
        public long leaderEpoch() {
            return leaderEpoch;
        }
    }
}
