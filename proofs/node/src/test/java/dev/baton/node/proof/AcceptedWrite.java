package dev.baton.node.proof;

/**
 * A write that a node answered with 2xx.
 *
 * @param node who answered, as it said itself
 * @param epoch the leader_epoch of the transaction, as the answer's header told
 * @param change what it made of a job; {@link Change#NONE} when nothing of it is seen in the events
 * @param first whether it was the first time that this was asked for: a repetition is answered under a later epoch
 */
record AcceptedWrite(String node, long epoch, Change change, boolean first) {

    /** A job came into this state under this job_epoch. */
    record Change(String jobId, String state, long jobEpoch) {
        static final Change NONE = new Change("", "", 0);
    }
}
