package dev.baton.lease;

import dev.baton.store.BatchWrite;
import dev.baton.store.WriteCondition;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The highest epoch of an election and its holder. It survives a release and a deletion of the lease.
 *
 * @param released whether that tenure was released
 * @param reservedFor the instance that should lead next, for a short time; empty for none
 */
record EpochRecord(LeaseRecord last, boolean released, String reservedFor) {

    BatchWrite put(String election, WriteCondition condition) {
        Map<String, @Nullable Object> object = last.object();
        object.put("released", released);
        object.put("reserved_for", reservedFor);
        return new BatchWrite.Put(RecordKeys.epoch(election), Json.write(object), condition);
    }

    /** Parses the record; empty if the text is malformed. */
    static Optional<EpochRecord> read(String text) {
        return Json.ifWellFormed(() -> {
            JsonFields fields = new JsonFields("epoch", Json.parseObject(text));
            return new EpochRecord(LeaseRecord.of(fields), fields.flag("released"), fields.textOrEmpty("reserved_for"));
        });
    }
}
