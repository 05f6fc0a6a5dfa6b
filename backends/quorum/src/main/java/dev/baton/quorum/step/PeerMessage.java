package dev.baton.quorum.step;

import java.util.List;

/** A message between members, for one election. Every message has a sender and a term. */
public sealed interface PeerMessage {
    /** Returns the term of the message; 0 if it has none. */
    long term();

    /** Returns the member that sent this message. */
    String sender();

    /** Returns the highest term in this message, of whatever kind; it may be impossible. */
    default long highestTerm() {
        return term();
    }

    /** Writes the kind and the fields of this message. Their names and order are a contract between versions. */
    void write(MessageOutput out);

    /** A message between candidates, voters, leader and followers of an election. */
    sealed interface OfElection extends PeerMessage {

        /** Applies this message to the state of its election. */
        void apply(StepDraft draft, Envelope envelope);
    }

    /** A message about the members of the group and their disks. */
    sealed interface OfGroup extends PeerMessage {
        @Override
        default long term() {
            return 0;
        }

        /** Applies this message to the receiver's membership. */
        void apply(MemberGroup group, List<NodeEffect> effects);
    }

    /**
     * Asks whether the receiver would vote for the sender. The answer promises nothing.
     *
     * @param term the term in which the sender would campaign
     * @param round distinguishes answers to this message from answers to an earlier one
     */
    record PreVote(long term, String sender, double uptime, int priority, int round) implements OfElection {
        CandidateRank rank() {
            return new CandidateRank(priority, sender, uptime);
        }

        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            VoterRules.onPreVote(draft, envelope, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.PRE_VOTE)
                    .count("term", term)
                    .sender("candidate_id", sender)
                    .uptime("candidate_uptime", uptime)
                    .signed("priority", priority)
                    .count("round", round);
        }
    }

    /** Grants a pre-vote. */
    record PreVoteGrant(long term, String sender, int round) implements OfElection {
        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            CampaignRules.onPreVoteGrant(draft, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.PRE_VOTE_GRANT)
                    .count("term", term)
                    .sender("voter_id", sender)
                    .count("round", round);
        }
    }

    /** Requests a vote for the sender. */
    record RequestVote(long term, String sender, double uptime, int priority) implements OfElection {
        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            VoterRules.onRequestVote(draft, envelope, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.REQUEST_VOTE)
                    .count("term", term)
                    .sender("candidate_id", sender)
                    .uptime("candidate_uptime", uptime)
                    .signed("priority", priority);
        }
    }

    /** Grants a vote, which is on the sender's disk. */
    record VoteGrant(long term, String sender) implements OfElection {
        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            CampaignRules.onVoteGrant(draft, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.VOTE_GRANT).count("term", term).sender("voter_id", sender);
        }
    }

    /** Refuses a request. The term is the highest that the voter knows of, and may be higher than the requested one. */
    record Refusal(long term, String sender) implements OfElection {
        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            CampaignRules.onRefusal(draft, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.REFUSAL).count("term", term).sender("voter_id", sender);
        }
    }

    /**
     * States that the sender leads.
     *
     * @param timestamp wall clock, for logs only
     * @param round time of sending on the sender's own clock; the acknowledgement returns it
     */
    record Heartbeat(long term, String sender, long timestamp, long round) implements OfElection {
        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            FollowerRules.onHeartbeat(draft, envelope, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.HEARTBEAT)
                    .count("term", term)
                    .sender("leader_id", sender)
                    .time("timestamp", timestamp)
                    .signed("round", round);
        }
    }

    /** Acknowledges a heartbeat: the sender follows the leader and elects no other one for the length of a lease. */
    record HeartbeatAck(long term, String sender, long round) implements OfElection {
        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            LeaderRules.onAck(draft, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.HEARTBEAT_ACK)
                    .count("term", term)
                    .sender("follower_id", sender)
                    .signed("round", round);
        }
    }

    /**
     * States that the sender led this term and will not lead it again, so that promises to it for this term end.
     *
     * @param holdBack whether a successor was named, so that other candidates wait
     */
    record Resign(long term, String sender, boolean holdBack) implements OfElection {
        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            FollowerRules.onResign(draft, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.RESIGN)
                    .count("term", term)
                    .sender("leader_id", sender)
                    .flag("hold_back", holdBack);
        }
    }

    /** Asks the named successor to campaign at once. */
    record TimeoutNow(long term, String sender) implements OfElection {
        @Override
        public void apply(StepDraft draft, Envelope envelope) {
            FollowerRules.onTimeoutNow(draft, this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.TIMEOUT_NOW).count("term", term).sender("leader_id", sender);
        }
    }

    /** The sender's membership, for a peer with an older one. */
    record Members(Membership membership, String sender) implements OfGroup {
        @Override
        public long term() {
            return membership.id().term();
        }

        @Override
        public long highestTerm() {
            return Math.max(term(), membership.floor());
        }

        @Override
        public void apply(MemberGroup group, List<NodeEffect> effects) {
            group.onMembers(this, effects);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.MEMBERS)
                    .count("term", term())
                    .sender("member_id", sender)
                    .count("version", membership.id().version())
                    .count("floor", membership.floor())
                    .voters("members", membership.members());
        }
    }

    /**
     * Confirms that a membership is on the sender's disk.
     *
     * @param term the term of the membership
     * @param highestVote the highest term of any election that the sender has ever voted in
     */
    record MembersAck(long term, int version, String sender, long highestVote) implements OfGroup {
        @Override
        public long highestTerm() {
            return Math.max(term, highestVote);
        }

        @Override
        public void apply(MemberGroup group, List<NodeEffect> effects) {
            group.change.onAck(this);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.MEMBERS_ACK)
                    .count("term", term)
                    .count("version", version)
                    .sender("member_id", sender)
                    .count("highest_vote", highestVote);
        }
    }

    /** Registers the number of the sender's new disk with a peer. */
    record Register(String sender, long store) implements OfGroup {
        @Override
        public void apply(MemberGroup group, List<NodeEffect> effects) {
            group.onRegister(this, effects);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.REGISTER).sender("member_id", sender).fixed("store", store);
        }
    }

    /**
     * The response to {@link Register}, sent when the number is durable.
     *
     * @param store the disk that this peer knows under the registered name: the registered one or another one
     */
    record Registered(String sender, long store) implements OfGroup {
        @Override
        public void apply(MemberGroup group, List<NodeEffect> effects) {
            group.enrolment.onRegistered(this, effects);
        }

        @Override
        public void write(MessageOutput out) {
            out.kind(MessageKind.REGISTERED).sender("peer_id", sender).fixed("store", store);
        }
    }
}
