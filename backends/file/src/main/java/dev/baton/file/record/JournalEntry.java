package dev.baton.file.record;

import dev.baton.LeaderInfo;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One line of the history of an election. */
public sealed interface JournalEntry {

    long epoch();

    /** Passes the entry to the handler of its type. */
    void handle(Consumer<Began> onBegan, Consumer<Ended> onEnded);

    Map<String, @Nullable Object> json();

    /** The beginning of a tenure. */
    record Began(long epoch, ClaimOwner owner, Instant from, String url) implements JournalEntry {

        @Override
        public void handle(Consumer<Began> onBegan, Consumer<Ended> onEnded) {
            onBegan.accept(this);
        }

        @Override
        public Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("epoch", epoch);
            object.put("instance_id", owner.instanceId());
            object.put("from", StatusJson.time(from));
            owner.write(object);
            object.put("url", url);
            return object;
        }

        public LeaderInfo asLeader(String election) {
            return new LeaderInfo(
                    election, owner.instanceId(), epoch, from, Optional.of(url).filter(text -> !text.isEmpty()));
        }
    }

    /** The end of a tenure, written by its leader or by a process that noticed the end. */
    record Ended(long epoch, Instant to, String reason) implements JournalEntry {

        @Override
        public void handle(Consumer<Began> onBegan, Consumer<Ended> onEnded) {
            onEnded.accept(this);
        }

        @Override
        public Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("epoch", epoch);
            object.put("to", StatusJson.time(to));
            object.put("reason", reason);
            return object;
        }
    }

    default String line() {
        return Json.write(json()) + "\n";
    }

    /** Returns the epoch of a line without reading the rest; empty if it is no entry. */
    static Optional<Long> epochOf(String line) {
        return Json.ifWellFormed(() -> {
            Map<String, @Nullable Object> object = Json.parseObject(line);
            JsonFields fields = new JsonFields("history line", object);
            fields.text(object.containsKey("to") ? "to" : "from");
            return fields.number("epoch");
        });
    }

    /** Reads the lines of the text. Malformed lines are ignored. */
    static List<JournalEntry> readAll(String text) {
        return text.lines()
                .flatMap(line -> Json.ifWellFormed(() -> read(line)).stream())
                .toList();
    }

    private static JournalEntry read(String line) {
        Map<String, @Nullable Object> object = Json.parseObject(line);
        JsonFields fields = new JsonFields("history line", object);
        long epoch = fields.number("epoch");
        return object.containsKey("to")
                ? new Ended(epoch, fields.time("to"), fields.text("reason"))
                : new Began(epoch, ClaimOwner.read(fields), fields.time("from"), fields.textOrEmpty("url"));
    }
}
