package dev.baton.lease;

import dev.baton.EndReason;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.store.BatchWrite;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the history. The tenure began when its record was created and ended when it was last written, by the
 * database's clock.
 *
 * @param reason why the tenure ended; empty while it lasts
 */
record TenureRecord(LeaderInfo leader, Optional<String> reason, Instant written) {

    /** Returns the write that begins a tenure. */
    static BatchWrite begin(String election, LeaseRecord lease) {
        return put(election, lease, Optional.empty(), WriteCondition.mustCreate());
    }

    /** Returns the write that ends a tenure. */
    static BatchWrite end(String election, LeaseRecord lease, EndReason reason) {
        return put(election, lease, Optional.of(reason.code()), WriteCondition.unconditional());
    }

    private static BatchWrite put(
            String election, LeaseRecord lease, Optional<String> reason, WriteCondition condition) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("holder", lease.holder());
        object.put("epoch", lease.epoch());
        object.put("url", lease.url());
        reason.ifPresent(why -> object.put("reason", why));
        return new BatchWrite.Put(RecordKeys.tenure(election, lease.epoch()), Json.write(object), condition);
    }

    /** Parses the entry; empty if the row is malformed. */
    static Optional<TenureRecord> read(String election, StoredObject row) {
        return Json.ifWellFormed(() -> {
            JsonFields fields = new JsonFields("tenure", Json.parseObject(row.payload()));
            LeaderInfo leader = new LeaderInfo(
                    election,
                    fields.text("holder"),
                    fields.number("epoch"),
                    Instant.ofEpochMilli(row.createdAtMs()),
                    Optional.of(fields.textOrEmpty("url")).filter(url -> !url.isEmpty()));
            return new TenureRecord(leader, fields.optionalText("reason"), Instant.ofEpochMilli(row.updatedAtMs()));
        });
    }

    long epoch() {
        return leader.epoch();
    }

    boolean isOver() {
        return reason.isPresent();
    }

    Tenure tenure() {
        return new Tenure(epoch(), leader.instanceId(), leader.since(), reason.map(why -> written), reason);
    }
}
