package dev.baton.examples.harness;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.TreeMap;

/** A message to the agent, to be answered exactly once. */
record RelayEvent(String id, String text) {

    static RelayEvent read(JsonFields fields) {
        return new RelayEvent(fields.text("event"), fields.text("text"));
    }

    Map<String, Object> frame(String type) {
        return new TreeMap<>(Map.of("type", type, "event", id, "text", text));
    }
}
