package dev.baton.file.record;

import dev.baton.LeaderInfo;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A claim as the lock file holds it.
 *
 * @param epoch 0 when the writer knows no epochs
 * @param all every key of the record, those of other programs too
 */
public record LockRecord(ClaimOwner owner, Instant claimedAt, long epoch, Map<String, @Nullable Object> all) {
    public static final Duration STALE_AFTER = Duration.ofSeconds(10);

    /** 2⁵³, which every JSON reader can tell from its neighbours; one reign a millisecond takes longer than that. */
    public static final long HIGHEST_EPOCH = 1L << 53;

    /** A new claim; keys of the record before it that are not ours are kept. */
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

    /** How old the claim is by the wall clock; negative when it comes from the future. */
    public Duration age(long wallMillis) {
        return Duration.ofMillis(wallMillis - claimedAt.toEpochMilli());
    }

    public boolean isStaleByWallClock(long wallMillis) {
        return age(wallMillis).compareTo(STALE_AFTER) > 0;
    }

    public LeaderInfo asLeader(String election) {
        return new LeaderInfo(
                election,
                owner.instanceId(),
                epoch,
                since(),
                Optional.of(ClaimOwner.text(all, "url")).filter(url -> !url.isEmpty()));
    }

    private Instant since() {
        try {
            return OffsetDateTime.parse(ClaimOwner.text(all, "since")).toInstant();
        } catch (DateTimeException unknown) {
            return claimedAt;
        }
    }
}
