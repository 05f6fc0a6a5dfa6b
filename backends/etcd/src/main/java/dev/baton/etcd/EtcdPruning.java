package dev.baton.etcd;

import dev.baton.etcd.gateway.EtcdException;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.recipe.TenureRecords;
import java.util.List;

/** Deletes the oldest tenures of an election, so that its history stays bounded. */
record EtcdPruning(EtcdContext context) {

    private static final int KEPT = 1_000;

    void prune(String election) {
        KeyRange all = context.keys().history(election);
        try {
            // Two keys for each tenure: its begin and its end.
            List<KeyValue> last = context.gateway()
                    .read(Operation.readLastKeys(all, 2 * KEPT))
                    .reads()
                    .get(0);
            if (last.size() == 2 * KEPT) {
                long oldest = TenureRecords.epochOf(
                        EtcdKeys.lastPart(last.get(last.size() - 1).key()));
                KeyRange older = new KeyRange(all.key(), context.keys().tenure(election, oldest));
                context.gateway().apply(new Transaction(List.of(), List.of(Operation.delete(older)), List.of()));
            }
        } catch (EtcdException failed) {
            EtcdBackend.LOG.debug("cannot delete old tenures of {}; trying again later", election, failed);
        }
    }
}
