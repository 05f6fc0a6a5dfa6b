package dev.baton.quorum.step;

/**
 * The time of a step.
 *
 * @param nanos the monotonic clock, which promises are counted on
 * @param progress what leases are counted on: advances by the larger of monotonic and wall time
 * @param wallMillis for messages to humans
 */
record StepTime(long nanos, long progress, long wallMillis) {}
