package dev.baton.examples.harness;

import dev.baton.Leadership;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an instance does under the shared key, with the proof of its reign.
 *
 * @param event the event it is about; empty for a heartbeat, which is about none
 * @param epoch the epoch of the reign it was done in; 0 when that reign was never confirmed
 */
record AgentAction(Surface surface, String event, long epoch, String instance, String text) {

    static AgentAction of(Leadership reign, Surface surface, String event, String text) {
        return new AgentAction(surface, event, reign.epoch(), reign.instanceId(), text);
    }

    static AgentAction read(Surface surface, JsonFields fields) {
        long epoch = fields.number("epoch");
        if (epoch < 0) {
            throw new JsonException("\"epoch\" must not be negative, but is " + epoch);
        }
        String event = surface == Surface.HEARTBEAT ? "" : fields.text("event");
        return new AgentAction(surface, event, epoch, fields.text("instance"), fields.text("text"));
    }

    Map<String, Object> frame(String type) {
        Map<String, Object> frame =
                new TreeMap<>(Map.of("type", type, "epoch", epoch, "instance", instance, "text", text));
        if (!event.isEmpty()) {
            frame.put("event", event);
        }
        return frame;
    }
}
