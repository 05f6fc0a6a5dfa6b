package dev.baton.cli;

import dev.baton.json.FrameJson;
import dev.baton.json.Json;
import dev.baton.machine.Event;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A candidate's events, one line of JSON each. */
record EventLines(String election, String instanceId) {

    /** The line for an event that is happening now. */
    String line(Event event) {
        return line(event, Instant.now(), System.nanoTime());
    }

    String line(Event event, Instant time, long nanos) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", FrameJson.time(time));
        line.put("mono_ns", nanos);
        line.put("election", election);
        line.put("instance_id", instanceId);
        if (event instanceof Event.StateChanged changed) {
            line.put("event", "state_change");
            line.put("from", changed.from().code());
            line.put("to", changed.to().code());
        } else if (event instanceof Event.Acquired acquired) {
            line.put("event", "acquired");
            line.put("epoch", acquired.epoch());
        } else if (event instanceof Event.Released released) {
            line.put("event", "released");
            line.put("epoch", released.epoch());
            line.put("reason", released.reason().code());
        } else if (event instanceof Event.Lost lost) {
            line.put("event", "lost");
            line.put("epoch", lost.epoch());
            line.put("reason", lost.reason().code());
        } else {
            line.put("event", otherName(event));
        }
        return Json.write(line);
    }

    private static String otherName(Event event) {
        if (event instanceof Event.AcquireFailed) {
            return "acquire_failed";
        }
        return event instanceof Event.Stopped ? "stopped" : "error";
    }
}
