package dev.baton.quorum.step;

import java.time.Duration;

/**
 * The settings that a peer has announced for itself.
 *
 * @param lease the length of its promises, unless another member has a longer one
 */
public record AnnouncedTiming(Duration heartbeatEvery, Duration lease) {}
