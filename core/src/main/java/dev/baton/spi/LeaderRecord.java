package dev.baton.spi;

import java.time.Instant;
import java.util.Optional;

/**
 * Who leads an election, as the store tells it.
 *
 * @param epoch 0 when the holder has none (a foreign program, or a claim that was not confirmed)
 * @param since when the reign began, by the store's or the holder's wall clock; for display only
 * @param url where the leader can be reached, if it said so
 */
public record LeaderRecord(String election, String instanceId, long epoch, Instant since, Optional<String> url) {}
