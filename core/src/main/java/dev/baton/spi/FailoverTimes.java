package dev.baton.spi;

import java.time.Duration;
import java.util.List;

/**
 * How long it takes at worst until somebody else leads, with a standby that is ready.
 *
 * @param kill the leader's process is killed
 * @param freeze the leader's process stands still
 * @param partition the leader cannot reach the store
 * @param release the leader gives up by choice, its work stopped
 * @param assumptions what these figures rest on
 */
public record FailoverTimes(
        Duration kill, Duration freeze, Duration partition, Duration release, List<String> assumptions) {}
