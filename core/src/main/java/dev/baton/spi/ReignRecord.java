package dev.baton.spi;

import java.time.Instant;
import java.util.Optional;

/**
 * One reign of the past or the present.
 *
 * @param to when it ended; empty while it lasts or when nobody wrote it down
 * @param reason why it ended, in the words of {@link dev.baton.machine.EndReason#code()}
 */
public record ReignRecord(long epoch, String instanceId, Instant from, Optional<Instant> to, Optional<String> reason) {}
