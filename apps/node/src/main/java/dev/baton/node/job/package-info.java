/**
 * Jobs and the rules they live by: what a lease, a result, a lapse or a cancellation makes of one. Pure: no clock,
 * database or thread.
 *
 * <p>A job's {@code job_epoch} grows whenever a lease on it stops counting, so that whoever still works under that
 * lease can be told from whoever has it now.
 */
@NullMarked
package dev.baton.node.job;

import org.jspecify.annotations.NullMarked;
