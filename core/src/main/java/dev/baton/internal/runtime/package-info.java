/**
 * The runtime: runs the effects of the state machine. The only part of core with threads. Not API.
 *
 * <p>One event loop thread per {@link dev.baton.Baton} owns the state of all its candidates. Requests run on the
 * backend's threads, and user code on separate executors. So neither a slow store nor a slow listener delays a renewal
 * or an expiry.
 */
@NullMarked
package dev.baton.internal.runtime;

import org.jspecify.annotations.NullMarked;
