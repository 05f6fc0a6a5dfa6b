package dev.baton.quorum.step;

/** What members say to each other in one election. Every message names its sender and a term. */
public sealed interface PeerMessage {
    long term();

    /** Who said it. */
    String sender();

    /**
     * Would you vote for me? Nothing is promised by the answer.
     *
     * @param term the term it would be
     * @param round tells answers to this question from answers to an earlier one
     */
    record PreVote(long term, String candidateId, double candidateUptime, int priority, int round)
            implements PeerMessage {
        CandidateRank rank() {
            return new CandidateRank(priority, candidateId, candidateUptime);
        }

        @Override
        public String sender() {
            return candidateId;
        }
    }

    /** I would. */
    record PreVoteGrant(long term, String voterId, int round) implements PeerMessage {
        @Override
        public String sender() {
            return voterId;
        }
    }

    /** Vote for me. */
    record RequestVote(long term, String candidateId, double candidateUptime, int priority) implements PeerMessage {
        @Override
        public String sender() {
            return candidateId;
        }
    }

    /** I did, and it is on my disk. */
    record VoteGrant(long term, String voterId) implements PeerMessage {
        @Override
        public String sender() {
            return voterId;
        }
    }

    /** No; the term is the highest this voter has heard of, which may be higher than the one asked for. */
    record Refusal(long term, String voterId) implements PeerMessage {
        @Override
        public String sender() {
            return voterId;
        }
    }

    /**
     * I lead.
     *
     * @param timestamp wall clock, for logs; decides nothing
     * @param round when it was sent, on a clock that only its sender reads; the answer brings it back
     */
    record Heartbeat(long term, String leaderId, long timestamp, long round) implements PeerMessage {
        @Override
        public String sender() {
            return leaderId;
        }
    }

    /** I follow you, and elect nobody else for the length of a lease. */
    record HeartbeatAck(long term, String followerId, long round) implements PeerMessage {
        @Override
        public String sender() {
            return followerId;
        }
    }

    /**
     * I led this term and never will again: promises made to me for it are void.
     *
     * @param holdBack somebody was named as the next leader; others give it time
     */
    record Resign(long term, String leaderId, boolean holdBack) implements PeerMessage {
        @Override
        public String sender() {
            return leaderId;
        }
    }

    /** You are the one I named: campaign now. */
    record TimeoutNow(long term, String leaderId) implements PeerMessage {
        @Override
        public String sender() {
            return leaderId;
        }
    }

    /** The list of members as the sender has it, for a peer whose list is older. */
    record Members(Membership membership, String memberId) implements PeerMessage {
        @Override
        public long term() {
            return membership.id().term();
        }

        @Override
        public String sender() {
            return memberId;
        }
    }

    /**
     * That list is on my disk.
     *
     * @param term the list's term
     * @param highestVote the highest term of any election this member ever voted in
     */
    record MembersAck(long term, int version, String memberId, long highestVote) implements PeerMessage {
        @Override
        public String sender() {
            return memberId;
        }
    }

    /** My disk is new; it has this number. Do you know my name with another one? */
    record Register(String memberId, long store) implements PeerMessage {
        @Override
        public long term() {
            return 0;
        }

        @Override
        public String sender() {
            return memberId;
        }
    }

    /**
     * The answer, once noted on disk.
     *
     * @param store the disk this peer knows under that name: the one asked about, or another one
     */
    record Registered(String peerId, long store) implements PeerMessage {
        @Override
        public long term() {
            return 0;
        }

        @Override
        public String sender() {
            return peerId;
        }
    }
}
