package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.node.control.Admission;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.database.IdempotencyKey;
import dev.baton.node.database.Submission;
import dev.baton.node.job.JobSpec;
import dev.baton.support.json.Json;
import io.javalin.http.Context;
import io.javalin.http.Handler;
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
    private final JobService jobs;

    SubmitRoute(Controller controller, JobService jobs) {
        this.controller = controller;
        this.jobs = jobs;
    }

    @Override
    public void handle(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_ONLY, FIELDS);
        JobSpec spec = spec(request.body());
        Submission submission = NodeHeaders.value(ctx, jobs.submit(spec, key(ctx, spec), request.expectedEpoch()))
                .orElseThrow(() -> ApiException.badRequest("this Idempotency-Key was used for another request"));
        JsonResponses.send(ctx, 201, JobJson.job(submission.job()));
    }

    private static JobSpec spec(RequestBody body) {
        return new JobSpec(
                body.text("name", 256),
                body.value("payload").map(Json::write),
                body.words("command"),
                body.seconds("timeout_s", SHORTEST_TIMEOUT, LONGEST_TIMEOUT).orElse(JobSpec.DEFAULT_TIMEOUT),
                body.optionalInt("max_attempts", 1, 1000),
                body.optionalInt("priority", Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .orElse(0));
    }

    private static Optional<IdempotencyKey> key(Context ctx, JobSpec spec) {
        Optional<String> key = Optional.ofNullable(ctx.header("Idempotency-Key"));
        if (key.isPresent() && !KEY.matcher(key.get()).matches()) {
            throw ApiException.badRequest("Idempotency-Key must be 1 to 255 visible ASCII characters");
        }
        return key.map(text -> new IdempotencyKey(text, JobFingerprint.of(spec)));
    }
}
