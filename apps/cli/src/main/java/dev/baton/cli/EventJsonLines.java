package dev.baton.cli;

import dev.baton.CandidateEvent;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A candidate's events, one line of JSON each. */
record EventJsonLines(String election, String instanceId) {

    /** The line for an event that is happening now. */
    String line(CandidateEvent event) {
        return line(event, Instant.now(), System.nanoTime());
    }

    String line(CandidateEvent event, Instant time, long nanos) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", StatusJson.time(time));
        line.put("mono_ns", nanos);
        line.put("election", election);
        line.put("instance_id", instanceId);
        if (event instanceof CandidateEvent.StateChanged changed) {
            line.put("event", "state_change");
            line.put("from", changed.from().code());
            line.put("to", changed.to().code());
        } else if (event instanceof CandidateEvent.Acquired acquired) {
            line.put("event", "acquired");
            line.put("epoch", acquired.epoch());
        } else if (event instanceof CandidateEvent.Released released) {
            line.put("event", "released");
            line.put("epoch", released.epoch());
            line.put("reason", released.reason().code());
        } else if (event instanceof CandidateEvent.Lost lost) {
            line.put("event", "lost");
            line.put("epoch", lost.epoch());
            line.put("reason", lost.reason().code());
        } else {
            line.put("event", otherName(event));
        }
        return Json.write(line);
    }

    private static String otherName(CandidateEvent event) {
        if (event instanceof CandidateEvent.AcquireFailed) {
            return "acquire_failed";
        }
        return event instanceof CandidateEvent.Stopped ? "stopped" : "error";
    }
}
