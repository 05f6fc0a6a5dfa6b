package dev.baton.node.http;

import dev.baton.node.job.JobSpec;
import dev.baton.support.json.Json;
import dev.baton.support.text.Sha256;
import java.util.Optional;
import java.util.Set;

/** The fields of a submitted job: in the request, and in the fingerprint of the request. */
final class JobSpecJson {
    static final Set<String> FIELDS = Set.of("name", "payload", "command", "timeout_s", "max_attempts", "priority");

    private static final double SHORTEST_TIMEOUT = 0.001;
    private static final double LONGEST_TIMEOUT = 7 * 24 * 3600;

    private JobSpecJson() {}

    static JobSpec read(RequestBody body) {
        return new JobSpec(
                body.text("name", 256),
                body.value("payload").map(Json::write),
                body.words("command"),
                body.seconds("timeout_s", SHORTEST_TIMEOUT, LONGEST_TIMEOUT).orElse(JobSpec.DEFAULT_TIMEOUT),
                body.optionalInt("max_attempts", 1, 1000),
                body.optionalInt("priority", Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .orElse(0));
    }

    /** Returns the fingerprint that is stored with an idempotency key. */
    static String fingerprint(JobSpec spec) {
        return Sha256.base64(canonicalText(spec));
    }

    /** Format 1. Stored fingerprints were computed from exactly this text, so it must never change. */
    static String canonicalText(JobSpec spec) {
        return "JobOrder[name=" + spec.name() + ", payload=" + optional(spec.payload()) + ", command=["
                + String.join(", ", spec.command()) + "], timeout=" + spec.timeout() + ", maxAttempts="
                + optional(spec.maxAttempts()) + ", priority=" + spec.priority() + "]";
    }

    private static String optional(Optional<?> value) {
        return value.map(content -> "Optional[" + content + "]").orElse("Optional.empty");
    }
}
