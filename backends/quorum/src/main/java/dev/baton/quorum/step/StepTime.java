package dev.baton.quorum.step;

/**
 * The time of a step.
 *
 * @param nanos the monotonic clock, for promises and timeouts
 * @param progress the clock of leases: advances by the larger of monotonic and wall time
 * @param wallMillis for display only
 */
record StepTime(long nanos, long progress, long wallMillis) {}
