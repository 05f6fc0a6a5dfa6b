package dev.baton.lease;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
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

    static EpochRecord started(LeaseRecord lease) {
        return new EpochRecord(lease, false, "");
    }

    EpochRecord asReleased(Optional<String> successor) {
        return new EpochRecord(last, true, successor.orElse(""));
    }

    String text() {
        Map<String, @Nullable Object> object = last.object();
        object.put("released", released);
        object.put("reserved_for", reservedFor);
        return Json.write(object);
    }

    /** Parses the record; empty if the text is malformed. */
    static Optional<EpochRecord> read(String text) {
        try {
            Map<String, @Nullable Object> object = Json.parseObject(text);
            return Optional.of(new EpochRecord(
                    LeaseRecord.of(object),
                    new JsonFields("epoch", object).flag("released"),
                    LeaseProcess.text(object, "reserved_for")));
        } catch (JsonException unreadable) {
            return Optional.empty();
        }
    }
}
