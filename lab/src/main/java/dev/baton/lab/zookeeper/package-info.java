/** Benchmarks of the ZooKeeper backend beside Curator's {@code LeaderLatch}. Entry point: {@link dev.baton.lab.Lab}. */
@NullMarked
package dev.baton.lab.zookeeper;

import org.jspecify.annotations.NullMarked;
