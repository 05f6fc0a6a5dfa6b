package dev.baton.node.proof;

/**
 * A write that a node accepted with status 2xx.
 *
 * @param node the node in the header of the response
 * @param epoch the leader_epoch in the header of the response
 * @param change the change of a job; {@link Change#NONE} if the events do not show it
 * @param first whether the request was sent for the first time; a repetition may be answered under a later epoch
 */
record AcceptedWrite(String node, long epoch, Change change, boolean first) {

    /** The new state and job_epoch of a job. */
    record Change(String jobId, String state, long jobEpoch) {
        static final Change NONE = new Change("", "", 0);
    }
}
