package dev.baton.internal.machine;

import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings that the state machine depends on.
 *
 * @param timing the durations
 * @param reconnectGrace how long a claim may be recovered after contact was lost; empty: not at all
 * @param autoReacquire whether the candidate tries to acquire again after a tenure ended
 */
public record MachineSettings(CandidateTiming timing, Optional<Duration> reconnectGrace, boolean autoReacquire) {}
