package dev.baton.spi;

import dev.baton.machine.State;
import java.time.Instant;

/**
 * What a candidate says of itself on the roster, every few seconds and at every change.
 *
 * @param timestamp by the candidate's wall clock; for display and ageing only
 * @param note what else it wants the others to know, for those who agreed on its meaning; mostly empty
 */
public record StatusFrame(
        String election,
        String instanceId,
        boolean isLeader,
        State state,
        long epoch,
        int priority,
        boolean healthy,
        Instant timestamp,
        String note) {

    /** A frame without a note. */
    public StatusFrame(
            String election,
            String instanceId,
            boolean isLeader,
            State state,
            long epoch,
            int priority,
            boolean healthy,
            Instant timestamp) {
        this(election, instanceId, isLeader, state, epoch, priority, healthy, timestamp, "");
    }
}
