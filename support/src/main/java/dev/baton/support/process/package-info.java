/**
 * Evidence about processes: has this process ended? The answer is YES, NO or UNKNOWN, and only YES may shorten a wait.
 *
 * <p>{@link dev.baton.support.process.ProcessIdentity} names a process so that no other process has the same name.
 * {@link dev.baton.support.process.ProcessEvidence} decides. No other package reads {@code /proc}.
 */
@NullMarked
package dev.baton.support.process;

import org.jspecify.annotations.NullMarked;
