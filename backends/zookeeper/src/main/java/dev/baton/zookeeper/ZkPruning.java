package dev.baton.zookeeper;

import dev.baton.spi.recipe.TenureRecords;
import java.util.List;
import org.apache.zookeeper.Op;

/** Deletes the oldest tenures of an election, so that its history stays bounded. */
record ZkPruning(ZkContext context) {
    private static final int KEPT = 500;
    private static final int AT_ONCE = 100;

    void prune(String election) {
        try {
            ZkRequests requests = context.session().open().requests();
            String history = context.paths().history(election);
            List<String> names =
                    requests.get(requests.children(history)).stream().sorted().toList();
            List<Long> epochs = names.stream()
                    .map(TenureRecords::epochOf)
                    .distinct()
                    .sorted()
                    .toList();
            long oldest = epochs.size() <= KEPT ? 0 : epochs.get(epochs.size() - KEPT);
            List<Op> old = names.stream()
                    .filter(name -> TenureRecords.epochOf(name) < oldest)
                    .map(name -> Op.delete(history + "/" + name, -1))
                    .toList();
            for (int from = 0; from < old.size(); from += AT_ONCE) {
                requests.apply(old.subList(from, Math.min(old.size(), from + AT_ONCE)));
            }
        } catch (ZkException failed) {
            ZkBackend.LOG.debug("cannot delete old tenures of {}; trying again later", election, failed);
        }
    }
}
