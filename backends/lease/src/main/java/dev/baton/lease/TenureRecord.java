package dev.baton.lease;

import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.store.StoredObject;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
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
record TenureRecord(
        String election,
        long epoch,
        String holder,
        String url,
        Optional<String> reason,
        long version,
        Instant began,
        Instant written) {

    static String text(LeaseRecord lease, Optional<String> reason) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("holder", lease.holder());
        object.put("epoch", lease.epoch());
        object.put("url", lease.url());
        reason.ifPresent(why -> object.put("reason", why));
        return Json.write(object);
    }

    /** Parses the entry; empty if the row is malformed. */
    static Optional<TenureRecord> read(String election, StoredObject row) {
        try {
            Map<String, @Nullable Object> object = Json.parseObject(row.payload());
            JsonFields fields = new JsonFields("tenure", object);
            return Optional.of(new TenureRecord(
                    election,
                    fields.number("epoch"),
                    fields.text("holder"),
                    LeaseProcess.text(object, "url"),
                    fields.optionalText("reason"),
                    row.resourceVersion(),
                    Instant.ofEpochMilli(row.createdAtMs()),
                    Instant.ofEpochMilli(row.updatedAtMs())));
        } catch (JsonException unreadable) {
            return Optional.empty();
        }
    }

    boolean isOver() {
        return reason.isPresent();
    }

    LeaderInfo leader() {
        return new LeaderInfo(election, holder, epoch, began, url.isEmpty() ? Optional.empty() : Optional.of(url));
    }

    Tenure tenure() {
        return new Tenure(epoch, holder, began, isOver() ? Optional.of(written) : Optional.empty(), reason);
    }
}
