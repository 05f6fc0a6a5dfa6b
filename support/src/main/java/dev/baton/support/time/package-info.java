/** Observations over time on this process's own monotonic clock. */
@NullMarked
package dev.baton.support.time;

import org.jspecify.annotations.NullMarked;
