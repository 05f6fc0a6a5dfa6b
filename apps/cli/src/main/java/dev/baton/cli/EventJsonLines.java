package dev.baton.cli;

import dev.baton.CandidateEvent;
import dev.baton.EndReason;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.time.Instant;

/** The events of a candidate as lines of JSON. */
record EventJsonLines(String election, String instanceId) {

    /** Returns the line for an event that occurs now. */
    String line(CandidateEvent event) {
        JsonObject line = new JsonObject()
                .with("time", StatusJson.time(Instant.now()))
                .with("mono_ns", System.nanoTime())
                .with("election", election)
                .with("instance_id", instanceId);
        return Json.write(event.accept(new Fields(line)));
    }

    /** Adds the fields that depend on the kind of the event, in the order of the line. */
    private record Fields(JsonObject line) implements CandidateEvent.Visitor<JsonObject> {

        @Override
        public JsonObject stateChanged(CandidateEvent.StateChanged event) {
            return kind("state_change")
                    .with("from", event.from().code())
                    .with("to", event.to().code());
        }

        @Override
        public JsonObject acquired(CandidateEvent.Acquired event) {
            return kind("acquired").with("epoch", event.epoch());
        }

        @Override
        public JsonObject released(CandidateEvent.Released event) {
            return ended("released", event.epoch(), event.reason());
        }

        @Override
        public JsonObject lost(CandidateEvent.Lost event) {
            return ended("lost", event.epoch(), event.reason());
        }

        @Override
        public JsonObject acquireFailed(CandidateEvent.AcquireFailed event) {
            return kind("acquire_failed");
        }

        @Override
        public JsonObject errorRaised(CandidateEvent.ErrorRaised event) {
            return kind("error");
        }

        @Override
        public JsonObject stopped(CandidateEvent.Stopped event) {
            return kind("stopped");
        }

        private JsonObject ended(String kind, long epoch, EndReason reason) {
            return kind(kind).with("epoch", epoch).with("reason", reason.code());
        }

        private JsonObject kind(String kind) {
            return line.with("event", kind);
        }
    }
}
