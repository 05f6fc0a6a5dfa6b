package dev.baton.node.http;

import dev.baton.node.job.JobSpec;
import dev.baton.support.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a submitted job: in the request, in responses, and in the fingerprint of the request. */
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

    /** Adds all fields but the name, which comes earlier in a job. */
    static void addTo(Map<String, @Nullable Object> json, JobSpec spec) {
        json.put("max_attempts", spec.attempts());
        json.put("priority", spec.priority());
        json.put("timeout_s", seconds(spec.timeout()));
        json.put("payload", spec.payload().map(Json::parse).orElse(null));
        json.put("command", spec.command().isEmpty() ? null : spec.command());
    }

    static Object seconds(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? (Object) (millis / 1000) : (Object) (millis / 1000.0);
    }

    /** Returns the fingerprint that is stored with an idempotency key. */
    static String fingerprint(JobSpec spec) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(canonicalText(spec).getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
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
