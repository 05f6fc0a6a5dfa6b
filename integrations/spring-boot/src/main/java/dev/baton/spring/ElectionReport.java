package dev.baton.spring;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.Leadership;
import java.util.LinkedHashMap;
import java.util.Map;

/** The state of this application's candidates, for the health contributor. */
record ElectionReport(BatonElections elections) {

    /** Returns whether every candidate takes part in its election. A standby is as healthy as a leader. */
    boolean isUp() {
        return !elections.baton().backend().isEnabled()
                || elections.candidates().stream().noneMatch(candidate -> candidate.state() == CandidateState.STOPPED);
    }

    /** Returns the state of each candidate, without a request to the store. */
    Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        for (Candidate candidate : elections.candidates()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("state", candidate.state().code());
            one.put("leader", candidate.isLeader());
            one.put("instance_id", candidate.instanceId());
            candidate.leadership().map(Leadership::epoch).ifPresent(epoch -> one.put("epoch", epoch));
            details.put(candidate.election(), one);
        }
        return details;
    }
}
