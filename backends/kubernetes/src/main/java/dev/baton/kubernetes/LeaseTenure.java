package dev.baton.kubernetes;

import dev.baton.EndReason;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One tenure in the history, by the wall clocks of the leaders.
 *
 * @param untilMillis when it ended; 0 while it lasts
 */
record LeaseTenure(long epoch, String holder, String url, long sinceMillis, long untilMillis, String reason) {

    static LeaseTenure begun(long epoch, String holder, String url, long sinceMillis) {
        return new LeaseTenure(epoch, holder, url, sinceMillis, 0, "");
    }

    LeaseTenure ended(long atMillis, EndReason why) {
        return untilMillis > 0 ? this : new LeaseTenure(epoch, holder, url, sinceMillis, atMillis, why.code());
    }

    boolean isOver() {
        return untilMillis > 0;
    }

    LeaderInfo leader(String election) {
        return new LeaderInfo(
                election,
                holder,
                epoch,
                Instant.ofEpochMilli(sinceMillis),
                Optional.of(url).filter(given -> !given.isEmpty()));
    }

    Tenure tenure() {
        return new Tenure(
                epoch,
                holder,
                Instant.ofEpochMilli(sinceMillis),
                Optional.of(untilMillis).filter(at -> at > 0).map(Instant::ofEpochMilli),
                Optional.of(reason).filter(code -> !code.isEmpty()));
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("epoch", epoch);
        object.put("holder", holder);
        object.put("since_ms", sinceMillis);
        if (isOver()) {
            object.put("until_ms", untilMillis);
            object.put("reason", reason);
        }
        if (!url.isEmpty()) {
            object.put("url", url);
        }
        return object;
    }

    static String write(Collection<LeaseTenure> tenures) {
        return Json.write(tenures.stream().map(LeaseTenure::object).toList());
    }

    /** Parses tenures; what is malformed is left out. */
    static List<LeaseTenure> read(String text) {
        Object parsed = Json.ifWellFormed(() -> Optional.ofNullable(Json.parse(text)))
                .flatMap(value -> value)
                .orElse(List.of());
        return parsed instanceof List<?> list
                ? list.stream().flatMap(item -> of(item).stream()).toList()
                : List.of();
    }

    private static Optional<LeaseTenure> of(@Nullable Object item) {
        try {
            JsonFields fields = JsonFields.of("tenure", item);
            return Optional.of(new LeaseTenure(
                            fields.number("epoch"),
                            fields.text("holder"),
                            fields.textOrEmpty("url"),
                            fields.numberOrZero("since_ms"),
                            fields.numberOrZero("until_ms"),
                            fields.textOrEmpty("reason")))
                    .filter(tenure -> tenure.epoch > 0);
        } catch (JsonException malformed) {
            return Optional.empty();
        }
    }

    /** Returns all tenures in order, each once; of two copies the one that has ended. */
    static List<LeaseTenure> merged(List<LeaseTenure> some, List<LeaseTenure> more) {
        TreeMap<Long, LeaseTenure> byEpoch = new TreeMap<>();
        some.forEach(tenure -> byEpoch.put(tenure.epoch(), tenure));
        more.forEach(tenure -> byEpoch.merge(tenure.epoch(), tenure, (one, other) -> one.isOver() ? one : other));
        return List.copyOf(byEpoch.values());
    }
}
