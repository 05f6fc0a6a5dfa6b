package dev.baton.quorum.step;

/** An action that the caller of {@link MemberNode} must carry out, in the given order. */
public sealed interface NodeEffect {

    /** Calls the handler's method for this kind of effect. */
    void accept(Handler handler);

    /** Send a message. */
    record Send(Envelope envelope) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.send(this);
        }
    }

    /**
     * Make a vote durable (fdatasync), then report {@link NodeEvent.Persisted} or {@link NodeEvent.PersistFailed}, in the
     * order of these effects.
     */
    record Persist(String election, Vote vote) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.persist(this);
        }
    }

    /** Make the membership and the known disks durable, then report {@link NodeEvent.GroupPersisted}. */
    record PersistGroup(GroupRecord group) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.persistGroup(this);
        }
    }

    /** Save a promise, before any later effect, where it survives the end of the process. No fsync is needed. */
    record SavePromise(String election, LeasePromise promise) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.savePromise(this);
        }
    }

    /**
     * This member leads, or has extended its lease.
     *
     * @param term the epoch
     * @param nanos length of the lease from now, on the faster of monotonic and wall clock
     */
    record Lead(String election, long term, long nanos) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.lead(this);
        }
    }

    /** This member no longer leads; its lease has ended. */
    record SteppedDown(String election, long term, StepDownCause cause) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.steppedDown(this);
        }
    }

    /** Another member leads. */
    record Follow(String election, String leader, long term) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.follow(this);
        }
    }

    /**
     * A requested change of the membership has ended.
     *
     * @param done whether the requested members are in effect
     * @param what the reason if not; may be empty
     */
    record MembershipChanged(Membership membership, boolean done, String what) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.membershipChanged(this);
        }
    }

    /** Log a warning for the operator. The node reports each problem once. */
    record Warn(String what) implements NodeEffect {
        @Override
        public void accept(Handler handler) {
            handler.warn(this);
        }
    }

    /** Handles all effects: a new kind does not compile until it is handled. */
    interface Handler {
        void send(Send effect);

        void persist(Persist effect);

        void persistGroup(PersistGroup effect);

        void savePromise(SavePromise effect);

        void lead(Lead effect);

        void steppedDown(SteppedDown effect);

        void follow(Follow effect);

        void membershipChanged(MembershipChanged effect);

        void warn(Warn effect);
    }
}
