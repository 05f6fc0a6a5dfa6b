package dev.baton.quorum.step;

/**
 * The vote of a member in the current term, and how much of it is on disk.
 *
 * @param current the highest term this member knows of, and its vote in that term
 * @param durable the vote on disk
 * @param writing the vote that the disk was asked to write and has not confirmed; {@link Vote#NONE} if none
 * @param writeAgain whether a later vote waits until that write is done, so that a slow disk writes only the latest
 */
record VoteState(Vote current, Vote durable, Vote writing, boolean writeAgain) {

    static VoteState restored(Vote saved) {
        return new VoteState(saved, saved, Vote.NONE, false);
    }

    long term() {
        return current.term();
    }

    String votedFor() {
        return current.votedFor();
    }

    /** Returns this state in a term, with a vote for the candidate; empty for no vote. */
    VoteState cast(long term, String candidate) {
        return new VoteState(new Vote(term, candidate), durable, writing, writeAgain);
    }

    VoteState withWriting(Vote vote) {
        return new VoteState(current, durable, vote, false);
    }

    VoteState withWriteAgain() {
        return new VoteState(current, durable, writing, true);
    }

    VoteState withDurable(Vote vote) {
        return new VoteState(current, vote, writing, writeAgain);
    }
}
