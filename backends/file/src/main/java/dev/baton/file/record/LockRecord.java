package dev.baton.file.record;

import dev.baton.LeaderInfo;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A claim, the content of a lock file.
 *
 * @param epoch 0 if the writer does not use epochs
 * @param all every key of the record, including those of other programs
 */
public record LockRecord(ClaimOwner owner, Instant claimedAt, long epoch, Map<String, @Nullable Object> all) {
    public static final Duration STALE_AFTER = Duration.ofSeconds(10);

    /** 2⁵³: every JSON parser represents integers up to here exactly. */
    public static final long HIGHEST_EPOCH = 1L << 53;

    /** Parses the content of a lock file. Empty if it is not a record: such a file claims nothing. */
    public static Optional<LockRecord> read(byte[] bytes) {
        if (bytes.length == 0) {
            return Optional.empty();
        }
        return Json.ifWellFormed(() -> read(Json.parseObject(new String(bytes, StandardCharsets.UTF_8))))
                .filter(record -> record.epoch() <= HIGHEST_EPOCH);
    }

    private static LockRecord read(Map<String, @Nullable Object> all) {
        JsonFields fields = new JsonFields("lock record", all);
        long epoch = Math.max(0, fields.numberOrZero("epoch"));
        return new LockRecord(ClaimOwner.read(fields), fields.time("claimed_at"), epoch, all);
    }

    /** Returns a new claim with the keys that other programs added to the record before it. */
    public static LockRecord claim(
            ClaimOwner owner, long epoch, String url, Instant at, Instant since, Map<String, @Nullable Object> before) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("instance_id", owner.instanceId());
        all.put("pid", owner.pid());
        all.put("claimed_at", StatusJson.time(at));
        all.put("epoch", epoch);
        owner.write(all);
        all.put("since", StatusJson.time(since));
        all.put("url", url);
        before.forEach(all::putIfAbsent);
        return new LockRecord(owner, at, epoch, all);
    }

    public byte[] line() {
        return (Json.write(all) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the age of the claim by the wall clock; negative if its time is in the future. */
    public Duration age(long wallMillis) {
        return Duration.ofMillis(wallMillis - claimedAt.toEpochMilli());
    }

    public boolean isStaleByWallClock(long wallMillis) {
        return age(wallMillis).compareTo(STALE_AFTER) > 0;
    }

    /** Returns whether a tenure before this epoch wrote the record. A writer without epochs may be of any time. */
    public boolean isOfEarlierTenureThan(long other) {
        return epoch > 0 && epoch < other;
    }

    public LeaderInfo asLeader(String election) {
        return new LeaderInfo(
                election, owner.instanceId(), epoch, since(), Optional.of(url()).filter(url -> !url.isEmpty()));
    }

    public String url() {
        return fields().textOrEmpty("url");
    }

    public Instant since() {
        return Json.ifWellFormed(() -> fields().time("since")).orElse(claimedAt);
    }

    private JsonFields fields() {
        return new JsonFields("lock record", all);
    }
}
