package dev.baton.node.http;

import dev.baton.node.control.Controller;
import dev.baton.node.control.Controller.Admission;
import dev.baton.node.control.JobService;
import dev.baton.node.database.IdempotencyKey;
import dev.baton.node.database.SubmissionResult;
import dev.baton.node.job.JobSpec;
import dev.baton.support.json.Json;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code POST /v1/jobs}. */
final class SubmitRoute implements Handler {
    private static final Set<String> FIELDS =
            Set.of("name", "payload", "command", "timeout_s", "max_attempts", "priority");
    private static final double SHORTEST_TIMEOUT = 0.001;
    private static final double LONGEST_TIMEOUT = 7 * 24 * 3600;
    private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");

    private final Controller controller;
    private final JobService desk;

    SubmitRoute(Controller controller, JobService desk) {
        this.controller = controller;
        this.desk = desk;
    }

    @Override
    public void handle(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADING, FIELDS);
        JobSpec order = order(request.body());
        SubmissionResult made = NodeHeaders.stamp(ctx, desk.submit(order, key(ctx, order), request.believed()));
        if (made instanceof SubmissionResult.Accepted accepted) {
            JobRoutes.send(ctx, 201, JobJson.job(accepted.job()));
        } else {
            throw ApiException.badRequest("this Idempotency-Key was used for another request");
        }
    }

    private static JobSpec order(RequestBody body) {
        Object payload = body.value("payload");
        return new JobSpec(
                body.text("name", 256),
                payload == null ? Optional.empty() : Optional.of(Json.write(payload)),
                body.words("command"),
                body.seconds("timeout_s", SHORTEST_TIMEOUT, LONGEST_TIMEOUT).orElse(JobSpec.USUAL_TIMEOUT),
                body.optionalWhole("max_attempts", 1, 1000).map(Long::intValue),
                body.optionalWhole("priority", Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .map(Long::intValue)
                        .orElse(0));
    }

    private static Optional<IdempotencyKey> key(Context ctx, JobSpec order) {
        String key = ctx.header("Idempotency-Key");
        if (key == null) {
            return Optional.empty();
        }
        if (!KEY.matcher(key).matches()) {
            throw ApiException.badRequest("Idempotency-Key has to be 1 to 255 visible ASCII characters");
        }
        return Optional.of(new IdempotencyKey(key, print(canonicalText(order))));
    }

    /** The stored fingerprints were computed over exactly this text (format 1), so it must never change. */
    private static String canonicalText(JobSpec order) {
        return "JobOrder[name=" + order.name() + ", payload=" + order.payload() + ", command=" + order.command()
                + ", timeout=" + order.timeout() + ", maxAttempts=" + order.maxAttempts() + ", priority="
                + order.priority() + "]";
    }

    private static String print(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
