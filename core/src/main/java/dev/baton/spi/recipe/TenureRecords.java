package dev.baton.spi.recipe;

import dev.baton.EndReason;
import dev.baton.LeaderInfo;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The history of an election: a record for the begin of every tenure, and one for its end if the leader released it. */
public final class TenureRecords {
    private static final String END = "-end";

    private TenureRecords() {}

    /** One record with its name in the store. */
    public record Entry(String name, String text) {}

    /** Returns the name of the begin of a tenure. The width keeps the order of names that of the epochs. */
    public static String name(long epoch) {
        return String.format(Locale.ROOT, "%019d", epoch);
    }

    /** Returns the name of the end of a tenure, after its begin in the order of names. */
    public static String endName(long epoch) {
        return name(epoch) + END;
    }

    public static String begin(String holder, String url, long wallMillis) {
        return Json.write(Map.of("holder", holder, "url", url, "since_ms", wallMillis));
    }

    public static String end(EndReason reason, long wallMillis) {
        return Json.write(Map.of("reason", reason.code(), "until_ms", wallMillis));
    }

    /** Returns the epoch of a name; 0 if it has none. */
    public static long epochOf(String name) {
        return OptionalEpoch.parse(name.endsWith(END) ? name.substring(0, name.length() - END.length()) : name)
                .orZero();
    }

    /** Reads the tenures in order. One without a recorded end ended when the next one began, at the latest. */
    public static List<TenureEntry> of(String election, List<Entry> entries) {
        TreeMap<Long, TenureEntry> tenures = new TreeMap<>();
        for (Entry entry : entries) {
            long epoch = epochOf(entry.name());
            if (entry.name().endsWith(END)) {
                fields(entry)
                        .ifPresent(end -> tenures.computeIfPresent(
                                epoch,
                                (same, begun) -> begun.endedBy(time(end, "until_ms"), end.textOrEmpty("reason"))));
            } else if (epoch > 0) {
                fields(entry).ifPresent(begin -> tenures.put(epoch, begun(election, epoch, begin)));
            }
        }
        Instant nextBegan = Instant.MAX;
        for (Map.Entry<Long, TenureEntry> entry : tenures.descendingMap().entrySet()) {
            if (!nextBegan.equals(Instant.MAX)) {
                Instant next = nextBegan;
                entry.setValue(entry.getValue().endedBy(next, EndReason.TAKEN_OVER.code()));
            }
            nextBegan = entry.getValue().leader().since();
        }
        return List.copyOf(tenures.values());
    }

    private static TenureEntry begun(String election, long epoch, JsonFields begin) {
        return new TenureEntry(
                new LeaderInfo(
                        election,
                        begin.textOrEmpty("holder"),
                        epoch,
                        time(begin, "since_ms"),
                        Optional.of(begin.textOrEmpty("url")).filter(url -> !url.isEmpty())),
                Optional.empty(),
                Optional.empty());
    }

    private static Instant time(JsonFields fields, String name) {
        return Instant.ofEpochMilli(fields.numberOrZero(name));
    }

    private static Optional<JsonFields> fields(Entry entry) {
        return Json.ifWellFormed(() -> new JsonFields("tenure", Json.parseObject(entry.text())));
    }
}
