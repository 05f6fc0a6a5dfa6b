/**
 * Elections on ZooKeeper, with the nodes of Curator's {@code LeaderLatch}, so that candidates of Baton and of other
 * programs contend for the same leadership.
 *
 * <p>Entry point: {@link dev.baton.zookeeper.ZkBackendProvider}, found by the scheme {@code zookeeper:}. The nodes and the
 * rules for other programs are in {@code docs/guide/store-zookeeper.md}.
 *
 * <p>Every process has one session for all its elections, and every candidate an ephemeral sequential node. The node with
 * the lowest sequence number leads, and only after one multi has confirmed that it exists and stored the epoch. The epoch
 * is the transaction id that created the node plus an offset, which is zero unless the data of ZooKeeper went back in
 * time. Nobody can get in front of the lowest node, so a node that was the lowest once stays it.
 */
@NullMarked
package dev.baton.zookeeper;

import org.jspecify.annotations.NullMarked;
