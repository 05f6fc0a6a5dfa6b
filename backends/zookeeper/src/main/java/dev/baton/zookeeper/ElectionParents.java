package dev.baton.zookeeper;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.CreateMode;

/** Creates the parents of an election's nodes. ZooKeeper deletes the empty ones of candidates again. Thread-safe. */
final class ElectionParents {
    private final ZkPaths paths;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    ElectionParents(ZkPaths paths) {
        this.paths = paths;
    }

    void ensure(ZkRequests requests, String election) {
        if (known.contains(election)) {
            return;
        }
        paths.parents().forEach(parent -> requests.ensure(parent, CreateMode.PERSISTENT));
        requests.ensure(paths.candidates(election), CreateMode.CONTAINER);
        requests.ensure(paths.candidateRecords(election), CreateMode.CONTAINER);
        requests.ensure(paths.history(election), CreateMode.PERSISTENT);
        known.add(election);
    }

    /** A node was missing: the next call looks again. */
    void forget(String election) {
        known.remove(election);
    }
}
