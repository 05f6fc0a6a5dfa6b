package dev.baton.node.channel;

import dev.baton.ClockReading;
import dev.baton.support.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line: a verb and what belongs to it.
 *
 * @param verb what is asked or told
 */
public record ChannelMessage(String verb, Map<String, @Nullable Object> object) {

    /** A message of one word. */
    public static ChannelMessage of(String verb) {
        return new ChannelMessage(verb, new LinkedHashMap<>());
    }

    /** The same with one thing more. */
    public ChannelMessage with(String key, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(object);
        more.put(key, value);
        return new ChannelMessage(verb, more);
    }

    /** The same with a moment, which processes of one machine read alike. */
    public ChannelMessage with(ClockReading deadline) {
        return with("nanos", deadline.nanos()).with("wall_ms", deadline.wallMillis());
    }

    public JsonFields fields() {
        return new JsonFields(verb, object);
    }

    public ClockReading moment() {
        return new ClockReading(fields().number("nanos"), fields().number("wall_ms"));
    }
}
