package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.spi.recipe.TenureRecords;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.junit.jupiter.api.Test;

/** The bound of the history. */
class ZkPruningTest {
    private static final int KEPT = 500;

    private static void write(ZkRequests requests, String history, long from, long to) {
        requests.ensure(history, CreateMode.PERSISTENT);
        List<Op> creations = LongStream.rangeClosed(from, to)
                .boxed()
                .flatMap(epoch -> List.of(
                        requests.create(history + "/" + TenureRecords.name(epoch), "{}", CreateMode.PERSISTENT),
                        requests.create(history + "/" + TenureRecords.endName(epoch), "{}", CreateMode.PERSISTENT))
                        .stream())
                .toList();
        for (int begin = 0; begin < creations.size(); begin += 100) {
            requests.apply(creations.subList(begin, Math.min(creations.size(), begin + 100)));
        }
    }

    private static List<String> names(ZkRequests requests, String history) {
        return requests.get(requests.children(history)).stream().sorted().toList();
    }

    @Test // API-7
    void oldestTenuresAreDeleted() {
        ZkContractStore store = new ZkContractStore(1);
        try (ZkBackend backend = (ZkBackend) store.open(BatonClock.system())) {
            ZkPruning pruning = new ZkPruning(backend.context());
            String history = store.paths.history("nightly");
            ZkRequests requests = store.requests();
            write(requests, history, 1, KEPT);
            pruning.prune("nightly");
            assertThat(names(requests, history)).hasSize(2 * KEPT);
            // Each deletion has a limited size, so this needs several.
            write(requests, history, KEPT + 1, KEPT + 120);
            pruning.prune("nightly");
            assertThat(names(requests, history))
                    .hasSize(2 * KEPT)
                    .startsWith(TenureRecords.name(121))
                    .endsWith(TenureRecords.endName(KEPT + 120));
        } finally {
            store.close();
        }
    }
}
