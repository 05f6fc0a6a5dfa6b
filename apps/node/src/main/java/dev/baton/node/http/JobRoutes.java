package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.node.control.Admission;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.database.IdempotencyKey;
import dev.baton.node.database.JobQuery;
import dev.baton.node.database.Submission;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobState;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** All routes but the events: reads on every node, and writes on the leader. */
public final class JobRoutes {
    private static final int MAX_LIMIT = 1000;
    private static final int DEFAULT_LIMIT = 100;
    private static final double LONGEST_GRACE = 3600;
    private static final Pattern IDEMPOTENCY_KEY = Pattern.compile("[!-~]{1,255}");

    private final Controller controller;
    private final JobService jobs;
    private final Consumer<Optional<Duration>> drain;

    /**
     * Creates the routes.
     *
     * @param drain called with the grace period of a request to drain, if it has one
     */
    public JobRoutes(Controller controller, JobService jobs, Consumer<Optional<Duration>> drain) {
        this.controller = controller;
        this.jobs = jobs;
        this.drain = drain;
    }

    void addTo(RoutesConfig routes) {
        routes.get("/healthz", this::health);
        routes.get("/role", ctx -> JsonResponses.send(ctx, 200, JobJson.role(controller.roleReport())));
        routes.get("/v1/jobs", this::jobs);
        routes.get("/v1/jobs/{id}", this::job);
        routes.get("/v1/agents", this::agents);
        routes.delete("/v1/agents/{name}", this::deleteAgent);
        routes.post("/v1/jobs", this::submit);
        routes.post("/v1/jobs/{id}/cancel", this::cancel);
        routes.post("/v1/drain", this::drain);
        new AgentRoutes(controller, jobs).addTo(routes);
    }

    private void health(Context ctx) {
        NodeRoleReport report = controller.roleReport();
        JsonObject json = new JsonObject()
                .with("status", "ok")
                .with("node_id", report.nodeId())
                .with("role", report.role().name())
                .with("leader_epoch", report.leaderEpoch().orElse(null));
        JsonResponses.send(ctx, 200, json);
    }

    private void jobs(Context ctx) {
        Optional<JobState> state = parameter(ctx, "state")
                .map(code -> JobState.of(code)
                        .orElseThrow(() -> ApiException.badRequest("there is no state " + Json.write(code))));
        int limit = parameter(ctx, "limit").map(JobRoutes::limit).orElse(DEFAULT_LIMIT);
        Optional<String> after = parameter(ctx, "after").map(id -> RequestBody.checkedName("after", id));
        boolean newestFirst = Boolean.parseBoolean(ctx.queryParam("newest"));
        List<Job> page = controller
                .database()
                .jobs(new JobQuery(state, limit, after, newestFirst))
                .orElseThrow(() -> ApiException.badRequest("after: there is no job " + after.orElse("")));
        JsonObject json = new JsonObject()
                .withAll("jobs", page, JobJson::listed)
                .with(
                        "next",
                        page.size() < limit ? null : page.get(page.size() - 1).id());
        JsonResponses.send(ctx, 200, json);
    }

    private static int limit(String text) {
        return (int) RequestBody.number(text, 1, MAX_LIMIT, "limit must be a whole number from 1 to " + MAX_LIMIT);
    }

    private static Optional<String> parameter(Context ctx, String name) {
        return Optional.ofNullable(ctx.queryParam(name)).filter(value -> !value.isEmpty());
    }

    private void job(Context ctx) {
        String id = jobId(ctx);
        JsonResponses.send(ctx, 200, JobJson.job(controller.database().job(id).orElseThrow(() -> noJob(id))));
    }

    private static String jobId(Context ctx) {
        return RequestBody.checkedName("the id of a job", ctx.pathParam("id"));
    }

    private static ApiException noJob(String id) {
        return ApiException.notFound("there is no job " + id);
    }

    private void agents(Context ctx) {
        boolean all = "true".equals(ctx.queryParam("deleted"));
        List<?> agents = controller.database().agents().stream()
                .filter(agent -> all || !agent.deleted())
                .map(JobJson::agent)
                .toList();
        JsonResponses.send(ctx, 200, Map.of("agents", agents));
    }

    private void deleteAgent(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_ONLY, Set.of());
        String name = RequestBody.checkedName("the name of an agent", ctx.pathParam("name"));
        List<Job> queued = request.value(jobs.deleteAgent(name, request.expectedEpoch()))
                .orElseThrow(() -> ApiException.notFound("there is no agent " + name));
        JsonObject json = new JsonObject().with("name", name).with("state", "deleted");
        JsonResponses.send(ctx, 200, json.withAll("requeued", queued, Job::id));
    }

    private void submit(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_ONLY, JobSpecJson.FIELDS);
        JobSpec spec = JobSpecJson.read(request.body());
        Optional<String> key = Optional.ofNullable(ctx.header("Idempotency-Key"));
        if (key.isPresent() && !IDEMPOTENCY_KEY.matcher(key.get()).matches()) {
            throw ApiException.badRequest("Idempotency-Key must be 1 to 255 visible ASCII characters");
        }
        Optional<IdempotencyKey> identity = key.map(text -> new IdempotencyKey(text, JobSpecJson.fingerprint(spec)));
        Submission submission = request.value(jobs.submit(spec, identity, request.expectedEpoch()))
                .orElseThrow(() -> ApiException.badRequest("this Idempotency-Key was used for another request"));
        JsonResponses.send(ctx, 201, JobJson.job(submission.job()));
    }

    private void cancel(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_ONLY, Set.of());
        String id = jobId(ctx);
        Job job = request.value(jobs.cancel(id, request.expectedEpoch())).orElseThrow(() -> noJob(id));
        JsonResponses.send(ctx, 200, JobJson.job(job));
    }

    private void drain(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_OR_DRAINING, Set.of("grace_s"));
        Optional<Duration> grace = request.body().seconds("grace_s", 0, LONGEST_GRACE);
        controller.admit(Admission.LEADER_OR_DRAINING, request.expectedEpoch());
        controller.drain();
        if (controller.roleReport().role() == NodeRole.STANDBY) {
            throw WriteRefusal.notLeader();
        }
        drain.accept(grace);
        JsonResponses.send(ctx, 202, new JsonObject().with("status", "draining").with("node_id", controller.nodeId()));
    }

    /** Ends the lease requests that wait for a job. */
    void close() {
        jobs.close();
    }
}
