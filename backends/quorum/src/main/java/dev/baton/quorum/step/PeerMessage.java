package dev.baton.quorum.step;

/** A message between members, for one election. Every message has a sender and a term. */
public sealed interface PeerMessage {
    /** Returns the term of the message; 0 if it has none. */
    long term();

    /** Returns the member that sent this message. */
    String sender();

    /** Calls the visitor's method for this kind of message. */
    <R> R accept(Visitor<R> visitor);

    /** A message between candidates, voters, leader and followers of an election. */
    sealed interface OfElection extends PeerMessage {

        /** Calls the visitor's method for this kind of message. */
        <R> R accept(ElectionVisitor<R> visitor);

        @Override
        default <R> R accept(Visitor<R> visitor) {
            return accept((ElectionVisitor<R>) visitor);
        }
    }

    /** A message about the members of the group and their disks. */
    sealed interface OfGroup extends PeerMessage {

        /** Calls the visitor's method for this kind of message. */
        <R> R accept(GroupVisitor<R> visitor);

        @Override
        default <R> R accept(Visitor<R> visitor) {
            return accept((GroupVisitor<R>) visitor);
        }
    }

    /**
     * Asks whether the receiver would vote for the sender. The answer promises nothing.
     *
     * @param term the term in which the sender would campaign
     * @param round distinguishes answers to this message from answers to an earlier one
     */
    record PreVote(long term, String candidateId, double candidateUptime, int priority, int round)
            implements OfElection {
        CandidateRank rank() {
            return new CandidateRank(priority, candidateId, candidateUptime);
        }

        @Override
        public String sender() {
            return candidateId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.preVote(this);
        }
    }

    /** Grants a pre-vote. */
    record PreVoteGrant(long term, String voterId, int round) implements OfElection {
        @Override
        public String sender() {
            return voterId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.preVoteGrant(this);
        }
    }

    /** Requests a vote for the sender. */
    record RequestVote(long term, String candidateId, double candidateUptime, int priority) implements OfElection {
        @Override
        public String sender() {
            return candidateId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.requestVote(this);
        }
    }

    /** Grants a vote, which is on the sender's disk. */
    record VoteGrant(long term, String voterId) implements OfElection {
        @Override
        public String sender() {
            return voterId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.voteGrant(this);
        }
    }

    /** Refuses a request. The term is the highest that the voter knows of, and may be higher than the requested one. */
    record Refusal(long term, String voterId) implements OfElection {
        @Override
        public String sender() {
            return voterId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.refusal(this);
        }
    }

    /**
     * States that the sender leads.
     *
     * @param timestamp wall clock, for logs only
     * @param round time of sending on the sender's own clock; the acknowledgement returns it
     */
    record Heartbeat(long term, String leaderId, long timestamp, long round) implements OfElection {
        @Override
        public String sender() {
            return leaderId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.heartbeat(this);
        }
    }

    /** Acknowledges a heartbeat: the sender follows the leader and elects no other one for the length of a lease. */
    record HeartbeatAck(long term, String followerId, long round) implements OfElection {
        @Override
        public String sender() {
            return followerId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.heartbeatAck(this);
        }
    }

    /**
     * States that the sender led this term and will not lead it again, so that promises to it for this term end.
     *
     * @param holdBack whether a successor was named, so that other candidates wait
     */
    record Resign(long term, String leaderId, boolean holdBack) implements OfElection {
        @Override
        public String sender() {
            return leaderId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.resign(this);
        }
    }

    /** Asks the named successor to campaign at once. */
    record TimeoutNow(long term, String leaderId) implements OfElection {
        @Override
        public String sender() {
            return leaderId;
        }

        @Override
        public <R> R accept(ElectionVisitor<R> visitor) {
            return visitor.timeoutNow(this);
        }
    }

    /** The sender's membership, for a peer with an older one. */
    record Members(Membership membership, String memberId) implements OfGroup {
        @Override
        public long term() {
            return membership.id().term();
        }

        @Override
        public String sender() {
            return memberId;
        }

        @Override
        public <R> R accept(GroupVisitor<R> visitor) {
            return visitor.members(this);
        }
    }

    /**
     * Confirms that a membership is on the sender's disk.
     *
     * @param term the term of the membership
     * @param highestVote the highest term of any election that the sender has ever voted in
     */
    record MembersAck(long term, int version, String memberId, long highestVote) implements OfGroup {
        @Override
        public String sender() {
            return memberId;
        }

        @Override
        public <R> R accept(GroupVisitor<R> visitor) {
            return visitor.membersAck(this);
        }
    }

    /** Registers the number of the sender's new disk with a peer. */
    record Register(String memberId, long store) implements OfGroup {
        @Override
        public long term() {
            return 0;
        }

        @Override
        public String sender() {
            return memberId;
        }

        @Override
        public <R> R accept(GroupVisitor<R> visitor) {
            return visitor.register(this);
        }
    }

    /**
     * The response to {@link Register}, sent when the number is durable.
     *
     * @param store the disk that this peer knows under the registered name: the registered one or another one
     */
    record Registered(String peerId, long store) implements OfGroup {
        @Override
        public long term() {
            return 0;
        }

        @Override
        public String sender() {
            return peerId;
        }

        @Override
        public <R> R accept(GroupVisitor<R> visitor) {
            return visitor.registered(this);
        }
    }

    /**
     * Handles the messages of an election: a new kind does not compile until it is handled.
     *
     * @param <R> the result of a visit
     */
    interface ElectionVisitor<R> {
        R preVote(PreVote message);

        R preVoteGrant(PreVoteGrant message);

        R requestVote(RequestVote message);

        R voteGrant(VoteGrant message);

        R refusal(Refusal message);

        R heartbeat(Heartbeat message);

        R heartbeatAck(HeartbeatAck message);

        R resign(Resign message);

        R timeoutNow(TimeoutNow message);
    }

    /**
     * Handles the messages about the group: a new kind does not compile until it is handled.
     *
     * @param <R> the result of a visit
     */
    interface GroupVisitor<R> {
        R members(Members message);

        R membersAck(MembersAck message);

        R register(Register message);

        R registered(Registered message);
    }

    /**
     * Handles all messages.
     *
     * @param <R> the result of a visit
     */
    interface Visitor<R> extends ElectionVisitor<R>, GroupVisitor<R> {}
}
