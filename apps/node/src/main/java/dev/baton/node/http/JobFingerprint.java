package dev.baton.node.http;

import dev.baton.node.job.JobSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/** The fingerprint of a submitted job, stored with its idempotency key. */
final class JobFingerprint {

    private JobFingerprint() {}

    static String of(JobSpec spec) {
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
