package dev.baton.lease;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A leader and its epoch: the content of a lease, and of the epoch record that outlives it.
 *
 * @param candidate distinguishes the candidates of one process
 * @param ttl how long the holder may lead without renewing
 */
record LeaseRecord(String holder, long epoch, String candidate, LeaseProcess process, Duration ttl, String url) {

    boolean isOf(LeaseProcess us, String candidacy) {
        return process.name().equals(us.name()) && candidate.equals(candidacy);
    }

    boolean isSameTenure(LeaseRecord other) {
        return epoch == other.epoch && isOf(other.process, other.candidate);
    }

    String text() {
        return Json.write(object());
    }

    Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("holder", holder);
        object.put("epoch", epoch);
        object.put("ttl_ms", ttl.toMillis());
        object.put("url", url);
        object.put("candidate", candidate);
        process.write(object);
        return object;
    }

    /** Parses the record; empty if the text is malformed. */
    static Optional<LeaseRecord> read(String text) {
        try {
            return Optional.of(of(Json.parseObject(text)));
        } catch (JsonException unreadable) {
            return Optional.empty();
        }
    }

    static LeaseRecord of(Map<String, @Nullable Object> object) {
        JsonFields fields = new JsonFields("lease", object);
        long ttl = fields.number("ttl_ms");
        if (ttl <= 0 || fields.number("epoch") <= 0) {
            throw new JsonException("lease: ttl_ms and epoch must be positive");
        }
        return new LeaseRecord(
                fields.text("holder"),
                fields.number("epoch"),
                LeaseProcess.text(object, "candidate"),
                LeaseProcess.read(fields, object),
                Duration.ofMillis(ttl),
                LeaseProcess.text(object, "url"));
    }
}
