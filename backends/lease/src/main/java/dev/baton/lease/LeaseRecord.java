package dev.baton.lease;

import dev.baton.store.BatchWrite;
import dev.baton.store.WriteCondition;
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

    boolean isOfSameProcess(LeaseRecord other) {
        return process.name().equals(other.process.name());
    }

    boolean isOfSameCandidate(LeaseRecord other) {
        return isOfSameProcess(other) && candidate.equals(other.candidate);
    }

    boolean isSameTenure(LeaseRecord other) {
        return epoch == other.epoch && isOfSameCandidate(other);
    }

    BatchWrite put(String election, WriteCondition condition) {
        return putOver("{}", election, condition);
    }

    /** Returns the write of this lease over a record of the same tenure, whose other fields it keeps. */
    BatchWrite putOver(String present, String election, WriteCondition condition) {
        Map<String, @Nullable Object> read =
                Json.ifWellFormed(() -> Json.parseObject(present)).orElse(Map.of());
        return new BatchWrite.Put(RecordKeys.lease(election), Json.write(objectOver(read)), condition);
    }

    /** Returns the fields of this record, and those of the given ones that this version does not know. */
    Map<String, @Nullable Object> objectOver(Map<String, @Nullable Object> read) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>(read);
        object.remove("holds");
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
        return Json.ifWellFormed(() -> of(new JsonFields("lease", Json.parseObject(text))));
    }

    static LeaseRecord of(JsonFields fields) {
        long ttl = fields.number("ttl_ms");
        long epoch = fields.number("epoch");
        if (ttl <= 0 || epoch <= 0) {
            throw new JsonException("lease: ttl_ms and epoch must be positive");
        }
        return new LeaseRecord(
                fields.text("holder"),
                epoch,
                fields.textOrEmpty("candidate"),
                LeaseProcess.read(fields),
                Duration.ofMillis(ttl),
                fields.textOrEmpty("url"));
    }
}
