/**
 * What is known of the stores and nodes that are watched: observers bring it in, {@link dev.baton.console.watch.ElectionBoard}
 * holds it, {@link dev.baton.console.watch.ConsoleFeed} tells it on, in order and without gaps.
 */
@NullMarked
package dev.baton.console.watch;

import org.jspecify.annotations.NullMarked;
