package dev.baton.examples.harness;

import dev.baton.Leadership;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.TreeMap;

/**
 * An action of one instance under the shared key, with the epoch of its tenure.
 *
 * @param event the id of the event that it answers or acknowledges; empty for a heartbeat
 * @param epoch the epoch of the tenure in which it was sent; 0 if the leadership is unconfirmed
 */
record AgentAction(Surface surface, String event, long epoch, String instance, String text) {

    static AgentAction of(Leadership leadership, Surface surface, String event, String text) {
        return new AgentAction(surface, event, leadership.epoch(), leadership.instanceId(), text);
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
