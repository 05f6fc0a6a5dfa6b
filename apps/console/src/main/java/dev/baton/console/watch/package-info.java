/**
 * What is known of the stores and nodes that are watched: observers bring it in, {@link dev.baton.console.watch.Desk}
 * holds it, {@link dev.baton.console.watch.NewsFeed} tells it on, in order and without gaps.
 */
@NullMarked
package dev.baton.console.watch;

import org.jspecify.annotations.NullMarked;

