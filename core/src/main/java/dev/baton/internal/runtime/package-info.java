/**
 * Internal: runs the machine's effects. The only part of core with threads.
 *
 * <p>One loop thread per {@link dev.baton.Baton} owns the state of all its candidates: inputs in, effects
 * out. Requests go to the backend's threads, user code to pools of its own, so that neither a slow store
 * nor a slow listener delays a renewal or an expiry. Not API: anything here may change.
 */
@NullMarked
package dev.baton.internal.runtime;

import org.jspecify.annotations.NullMarked;
