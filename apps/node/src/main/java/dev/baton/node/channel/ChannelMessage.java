package dev.baton.node.channel;

import dev.baton.ClockReading;
import dev.baton.support.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line on the channel.
 *
 * @param verb the kind of request, response or notification
 * @param object the other fields
 */
public record ChannelMessage(String verb, Map<String, @Nullable Object> object) {

    /** Returns a message without fields. */
    public static ChannelMessage of(String verb) {
        return new ChannelMessage(verb, Map.of());
    }

    /** Returns a copy with one more field. */
    public ChannelMessage with(String key, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(object);
        more.put(key, value);
        return new ChannelMessage(verb, more);
    }

    /** Returns a copy with a deadline, on clocks that all processes of a machine share. */
    public ChannelMessage with(ClockReading deadline) {
        return with("nanos", deadline.nanos()).with("wall_ms", deadline.wallMillis());
    }

    public JsonFields fields() {
        return new JsonFields(verb, object);
    }

    public ClockReading deadline() {
        return new ClockReading(fields().number("nanos"), fields().number("wall_ms"));
    }
}
