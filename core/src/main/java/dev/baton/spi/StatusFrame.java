package dev.baton.spi;

import dev.baton.machine.State;
import java.time.Instant;

/**
 * What a candidate says of itself on the roster, every few seconds and at every change.
 *
 * @param timestamp by the candidate's wall clock; for display and ageing only
 */
public record StatusFrame(
        String election,
        String instanceId,
        boolean isLeader,
        State state,
        long epoch,
        int priority,
        boolean healthy,
        Instant timestamp) {}
