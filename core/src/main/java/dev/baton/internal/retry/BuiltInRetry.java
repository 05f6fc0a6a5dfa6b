package dev.baton.internal.retry;

import dev.baton.RetryStrategy;

/** A retry strategy that never blocks, so it may run on the event loop. */
public sealed interface BuiltInRetry extends RetryStrategy
        permits FixedInterval, ExponentialBackoff, DecorrelatedJitter {}
