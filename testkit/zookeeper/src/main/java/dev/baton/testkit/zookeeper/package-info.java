/** ZooKeeper servers for the tests of this project. Entry point: {@link dev.baton.testkit.zookeeper.ZkTestEnsemble}. */
@NullMarked
package dev.baton.testkit.zookeeper;

import org.jspecify.annotations.NullMarked;
