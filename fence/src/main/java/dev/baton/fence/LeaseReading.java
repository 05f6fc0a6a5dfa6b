package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.text.KubeElectionLease;
import java.util.Map;
import java.util.Optional;

/** The Lease of an election on Kubernetes, as a client has read it. */
record LeaseReading(String holder, String transitions, JsonFields annotations) {

    static LeaseReading parse(String json) {
        try {
            JsonFields lease = new JsonFields("lease", Json.parseObject(json));
            JsonFields spec = section(lease, "spec");
            return new LeaseReading(
                    spec.textOrEmpty("holderIdentity"),
                    Long.toString(spec.numberOrZero("leaseTransitions")),
                    section(section(lease, "metadata"), "annotations"));
        } catch (JsonException malformed) {
            throw new BatonException("the Lease is malformed: " + malformed.getMessage() + "; nothing was written");
        }
    }

    private static JsonFields section(JsonFields parent, String name) {
        return Optional.ofNullable(parent.object().get(name))
                .map(value -> JsonFields.of(name, value))
                .orElseGet(() -> new JsonFields(name, Map.of()));
    }

    /** Returns the epoch of the holder; 0 if there is none, or it is a candidate of another program. */
    long epoch() {
        boolean ofHolder = !holder.isEmpty()
                && holder.equals(annotations.textOrEmpty(KubeElectionLease.HOLDER))
                && transitions.equals(annotations.textOrEmpty(KubeElectionLease.TRANSITIONS));
        try {
            return ofHolder ? Long.parseLong(annotations.textOrEmpty(KubeElectionLease.EPOCH)) : 0;
        } catch (NumberFormatException malformed) {
            return 0;
        }
    }

    /** Returns whether the Lease shows this tenure. A missing annotation is a refusal, until the leader repairs it. */
    boolean isOf(Leadership leadership, String candidate) {
        return holder.equals(leadership.instanceId())
                && epoch() == leadership.epoch()
                && candidate.equals(annotations.textOrEmpty(KubeElectionLease.CANDIDATE));
    }
}
