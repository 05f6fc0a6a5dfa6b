/** The built-in retry strategies. Applications create them with {@link dev.baton.RetryStrategy}. */
@NullMarked
package dev.baton.internal.retry;

import org.jspecify.annotations.NullMarked;
