package dev.baton.cli;

import dev.baton.CandidateEvent;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The events of a candidate as lines of JSON. */
record EventJsonLines(String election, String instanceId) {

    /** Returns the line for an event that occurs now. */
    String line(CandidateEvent event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", StatusJson.time(Instant.now()));
        line.put("mono_ns", System.nanoTime());
        line.put("election", election);
        line.put("instance_id", instanceId);
        line.putAll(event.accept(new Fields()));
        return Json.write(line);
    }

    /** The fields that depend on the kind of the event, in the order of the line. */
    private static final class Fields implements CandidateEvent.Visitor<Map<String, Object>> {

        @Override
        public Map<String, Object> stateChanged(CandidateEvent.StateChanged event) {
            return fields(
                    "state_change",
                    "from",
                    event.from().code(),
                    "to",
                    event.to().code());
        }

        @Override
        public Map<String, Object> acquired(CandidateEvent.Acquired event) {
            return fields("acquired", "epoch", event.epoch());
        }

        @Override
        public Map<String, Object> released(CandidateEvent.Released event) {
            return fields(
                    "released", "epoch", event.epoch(), "reason", event.reason().code());
        }

        @Override
        public Map<String, Object> lost(CandidateEvent.Lost event) {
            return fields(
                    "lost", "epoch", event.epoch(), "reason", event.reason().code());
        }

        @Override
        public Map<String, Object> acquireFailed(CandidateEvent.AcquireFailed event) {
            return fields("acquire_failed");
        }

        @Override
        public Map<String, Object> errorRaised(CandidateEvent.ErrorRaised event) {
            return fields("error");
        }

        @Override
        public Map<String, Object> stopped(CandidateEvent.Stopped event) {
            return fields("stopped");
        }

        private static Map<String, Object> fields(String event, Object... keysAndValues) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("event", event);
            for (int i = 0; i < keysAndValues.length; i += 2) {
                fields.put((String) keysAndValues[i], keysAndValues[i + 1]);
            }
            return fields;
        }
    }
}
