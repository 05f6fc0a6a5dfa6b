package dev.baton.lease;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The highest epoch of an election and whose it is or was; no release and no deletion of the lease takes it away.
 *
 * @param released whether that reign was given back
 * @param reservedFor who should lead next, for a short time; empty for nobody
 */
record EpochRecord(LeaseRecord last, boolean released, String reservedFor) {

    static EpochRecord begun(LeaseRecord lease) {
        return new EpochRecord(lease, false, "");
    }

    EpochRecord givenBack(Optional<String> successor) {
        return new EpochRecord(last, true, successor.orElse(""));
    }

    String text() {
        Map<String, @Nullable Object> object = last.object();
        object.put("released", released);
        object.put("reserved_for", reservedFor);
        return Json.write(object);
    }

    /** The record, or nothing when the text is none. */
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
