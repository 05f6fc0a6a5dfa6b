/**
 * Jobs and the rules for their states: the effect of a lease, a result, an expiry or a cancellation. Pure code without
 * clock, database or thread.
 *
 * <p>The {@code job_epoch} of a job grows whenever a lease on it ends without a result. So the holder of an ended lease
 * can be distinguished from the current holder.
 */
@NullMarked
package dev.baton.node.job;

import org.jspecify.annotations.NullMarked;
