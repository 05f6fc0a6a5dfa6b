/** When to try again: three strategies, and the interface for one's own. */
@NullMarked
package dev.baton.internal.retry;

import org.jspecify.annotations.NullMarked;
