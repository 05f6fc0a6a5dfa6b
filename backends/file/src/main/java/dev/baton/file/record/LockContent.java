package dev.baton.file.record;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a lock file says. */
public sealed interface LockContent {

    /** A claim. */
    record Claimed(LockRecord record) implements LockContent {}

    /** No claim: the file is absent or empty, or what is in it is no record. */
    record Nobody(String why) implements LockContent {}

    /** Reads the bytes; never fails, because a file that makes no sense claims nothing. */
    static LockContent of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.isBlank()) {
            return new Nobody("empty");
        }
        try {
            Map<String, @Nullable Object> object = Json.parseObject(text);
            JsonFields fields = new JsonFields("lock record", object);
            long epoch = ClaimOwner.number(object, "epoch");
            if (epoch > LockRecord.HIGHEST_EPOCH) {
                return new Nobody("an epoch that nobody reaches");
            }
            return new Claimed(new LockRecord(
                    ClaimOwner.read(object, fields), fields.time("claimed_at"), Math.max(0, epoch), object));
        } catch (JsonException malformed) {
            return new Nobody("malformed");
        }
    }
}
