package dev.baton.internal.runtime;

/**
 * The identity of a candidate. {@code toString} is the form that logs show.
 *
 * @param tags the backend's addition to log lines: empty or {@code key=value …}
 */
record CandidateIdentity(String election, String instanceId, int priority, String tags) {

    @Override
    public String toString() {
        return "election=" + election + (tags.isEmpty() ? "" : " " + tags) + " instance=" + instanceId;
    }
}
