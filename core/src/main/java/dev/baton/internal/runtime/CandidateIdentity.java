package dev.baton.internal.runtime;

/**
 * Who a candidate is, as logs show it.
 *
 * @param tags what the store adds to its log lines, empty or {@code key=value …}
 */
record CandidateIdentity(String election, String instanceId, int priority, String tags) {

    @Override
    public String toString() {
        return "election=" + election + (tags.isEmpty() ? "" : " " + tags) + " instance=" + instanceId;
    }
}
