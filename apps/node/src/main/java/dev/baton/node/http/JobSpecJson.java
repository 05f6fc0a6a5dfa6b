package dev.baton.node.http;

import dev.baton.node.database.IdempotencyKey;
import dev.baton.node.job.JobSpec;
import dev.baton.support.json.Json;
import dev.baton.support.json.RawJson;
import dev.baton.support.text.Sha256;
import java.util.Optional;
import java.util.Set;

/** The fields of a submitted job: in the request, and in the fingerprint of the request. */
final class JobSpecJson {
    static final Set<String> FIELDS =
            Set.of("name", "payload", "command", "timeout_s", "max_attempts", "priority", "requires");

    private static final double SHORTEST_TIMEOUT = 0.001;
    private static final double LONGEST_TIMEOUT = 7 * 24 * 3600;

    private JobSpecJson() {}

    static JobSpec read(RequestBody body) {
        return new JobSpec(
                body.text("name", 256),
                body.payload("payload").map(RawJson::text),
                body.words("command", JobSpec.LARGEST_COMMAND),
                body.seconds("timeout_s", SHORTEST_TIMEOUT, LONGEST_TIMEOUT).orElse(JobSpec.DEFAULT_TIMEOUT),
                body.optionalInt("max_attempts", 1, 1000),
                body.optionalInt("priority", Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .orElse(0),
                body.labels("requires"));
    }

    /** Returns the fingerprint that is stored with an idempotency key. */
    static String fingerprint(JobSpec spec) {
        return Sha256.base64(canonicalText(spec));
    }

    /** Returns the fingerprint by which a request with this key is recognised, also if release 0.1 accepted it. */
    static IdempotencyKey identity(String key, JobSpec spec) {
        JobSpec normalised = new JobSpec(
                spec.name(),
                spec.payload()
                        .map(text -> Json.ifWellFormed(() -> Json.write(Json.parse(text)))
                                .orElse(text)),
                spec.command(),
                spec.timeout(),
                spec.maxAttempts(),
                spec.priority(),
                spec.requires());
        return new IdempotencyKey(key, fingerprint(spec), fingerprint(normalised));
    }

    /** Format 1. Stored fingerprints were computed from exactly this text, so it must never change without labels. */
    static String canonicalText(JobSpec spec) {
        return "JobOrder[name=" + spec.name() + ", payload=" + optional(spec.payload()) + ", command=["
                + String.join(", ", spec.command()) + "], timeout=" + spec.timeout() + ", maxAttempts="
                + optional(spec.maxAttempts()) + ", priority=" + spec.priority()
                + (spec.requires().isEmpty()
                        ? ""
                        : ", requires=" + spec.requires().text()) + "]";
    }

    private static String optional(Optional<?> value) {
        return value.map(content -> "Optional[" + content + "]").orElse("Optional.empty");
    }
}
