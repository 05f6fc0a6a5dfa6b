/** Requests that share one round trip to a store. */
@NullMarked
package dev.baton.support.batch;

import org.jspecify.annotations.NullMarked;
