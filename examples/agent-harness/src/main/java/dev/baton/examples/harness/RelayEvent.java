package dev.baton.examples.harness;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.TreeMap;

/** Something that somebody said to the agent, and that wants one answer. */
record RelayEvent(String id, String text) {

    static RelayEvent read(JsonFields fields) {
        return new RelayEvent(fields.text("event"), fields.text("text"));
    }

    Map<String, Object> frame(String type) {
        return new TreeMap<>(Map.of("type", type, "event", id, "text", text));
    }
}
