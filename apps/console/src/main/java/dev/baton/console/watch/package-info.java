/**
 * The state of the observed stores and nodes. Observers and pollers read it, {@link dev.baton.console.watch.ElectionBoard}
 * holds it, and {@link dev.baton.console.watch.ConsoleFeed} publishes every change, in order and without gaps.
 */
@NullMarked
package dev.baton.console.watch;

import org.jspecify.annotations.NullMarked;
