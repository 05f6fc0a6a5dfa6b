package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The bound of the history. */
class EtcdPruningTest {
    private static final int KEPT = 1_000;
    private static final int AT_ONCE = 60;

    private static void write(EtcdContractStore store, long from, long to) {
        for (long begin = from; begin <= to; begin += AT_ONCE) {
            store.write(LongStream.rangeClosed(begin, Math.min(to, begin + AT_ONCE - 1))
                    .boxed()
                    .flatMap(epoch -> List.of(
                            Operation.put(store.keys.tenure("nightly", epoch), "{}", 0),
                            Operation.put(store.keys.tenureEnd("nightly", epoch), "{}", 0))
                            .stream())
                    .toArray(Operation[]::new));
        }
    }

    private static List<String> names(EtcdContractStore store) {
        return store
                .direct
                .read(Operation.readLastKeys(store.keys.history("nightly"), 4 * KEPT))
                .reads()
                .get(0)
                .stream()
                .map(KeyValue::key)
                .sorted()
                .toList();
    }

    @Test // API-7
    void oldestTenuresAreDeletedAndThoseOfOtherElectionsStay() {
        EtcdContractStore store = new EtcdContractStore(1);
        try (EtcdBackend backend = (EtcdBackend) store.open(BatonClock.system())) {
            EtcdPruning pruning = new EtcdPruning(backend.context());
            store.write(Operation.put(store.keys.tenure("other", 1), "{}", 0));
            write(store, 1, KEPT - 1);
            pruning.prune("nightly");
            assertThat(names(store)).hasSize(2 * (KEPT - 1));
            write(store, KEPT, KEPT + 20);
            pruning.prune("nightly");
            assertThat(names(store))
                    .hasSize(2 * KEPT)
                    .startsWith(store.keys.tenure("nightly", 21))
                    .endsWith(store.keys.tenureEnd("nightly", KEPT + 20));
            assertThat(store.direct
                            .read(Operation.readLastKeys(store.keys.history("other"), 2))
                            .reads()
                            .get(0))
                    .hasSize(1);
        } finally {
            store.close();
        }
    }
}
