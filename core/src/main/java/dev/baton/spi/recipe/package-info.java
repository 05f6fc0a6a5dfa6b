/**
 * What the backends share whose store keeps candidates in a queue of its own, as the recipes of etcd and ZooKeeper do: the
 * places of this process in the queues, and the records beside them.
 *
 * <p>Entry point: {@link dev.baton.spi.recipe.Seats}. Not part of the API: it may change at any time.
 */
@NullMarked
package dev.baton.spi.recipe;

import org.jspecify.annotations.NullMarked;
