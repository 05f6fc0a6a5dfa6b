package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.http.QueryParameters;
import dev.baton.node.control.Admission;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.database.AgentState;
import dev.baton.node.database.IdempotencyKey;
import dev.baton.node.database.JobPage;
import dev.baton.node.database.JobPart;
import dev.baton.node.database.JobQuery;
import dev.baton.node.database.Submission;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobState;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** All routes but the events: reads on every node, and writes on the leader. */
public final class JobRoutes {
    private static final int MAX_LIMIT = 1000;
    private static final int DEFAULT_LIMIT = 100;
    private static final Pattern IDEMPOTENCY_KEY = Pattern.compile("[!-~]{1,255}");

    private final Controller controller;
    private final JobService jobs;
    private final DrainRequests drains;
    private final ApiSettings settings;
    private final ReadLimits limits = new ReadLimits();

    /**
     * Creates the routes.
     *
     * @param drains receives the requests to drain
     */
    public JobRoutes(Controller controller, JobService jobs, DrainRequests drains, ApiSettings settings) {
        this.controller = controller;
        this.jobs = jobs;
        this.drains = drains;
        this.settings = settings;
    }

    /** Creates the routes with default settings. */
    public JobRoutes(Controller controller, JobService jobs, DrainRequests drains) {
        this(controller, jobs, drains, ApiSettings.defaults());
    }

    void addTo(RoutesConfig routes) {
        new StatusRoutes(controller, limits).addTo(routes);
        routes.get("/v1/jobs", this::jobs);
        routes.get("/v1/jobs/{id}", this::job);
        routes.get("/v1/agents", this::agents);
        routes.delete("/v1/agents/{name}", this::deleteAgent);
        routes.post("/v1/jobs", this::submit);
        routes.post("/v1/jobs/{id}/cancel", this::cancel);
        routes.post("/v1/jobs/{id}/retry", this::retry);
        routes.delete("/v1/jobs/{id}", this::delete);
        new DrainRoutes(controller, drains).addTo(routes);
        new AgentRoutes(controller, jobs, settings).addTo(routes);
    }

    private void jobs(Context ctx) throws InterruptedException {
        QueryParameters query =
                QueryParameters.of(ctx, Set.of("state", "label", "limit", "after", "newest", "include"));
        Optional<JobState> state = query.text("state")
                .map(code -> JobState.of(code)
                        .orElseThrow(() -> ApiException.badRequest("there is no state " + Json.write(code))));
        Optional<String> label = query.text("label").map(name -> RequestBody.checkedName("label", name));
        int limit = query.text("limit").map(JobRoutes::limit).orElse(DEFAULT_LIMIT);
        Optional<String> after = query.text("after").map(id -> RequestBody.checkedName("after", id));
        Set<JobPart> include = include(query);
        boolean newest = query.flag("newest");
        limits.beginList(ctx);
        JobPage page = controller
                .database()
                .jobs(new JobQuery(state, label, limit, after, newest, include))
                .orElseThrow(() -> ApiException.badRequest("after: there is no job " + after.orElse("")));
        JsonObject json = new JsonObject()
                .withAll("jobs", page.jobs(), job -> JobJson.listed(job, include))
                .with("next", page.next().orElse(null));
        JsonResponses.send(ctx, 200, json);
    }

    private static Set<JobPart> include(QueryParameters query) {
        Set<JobPart> parts = EnumSet.noneOf(JobPart.class);
        for (String field :
                query.text("include").map(list -> list.split(",", -1)).orElse(new String[0])) {
            parts.add(Arrays.stream(JobPart.values())
                    .filter(part -> part.field().equals(field))
                    .findFirst()
                    .orElseThrow(() -> ApiException.badRequest("include must be a list of payload and output")));
        }
        return parts;
    }

    private static int limit(String text) {
        return (int) RequestBody.number(text, 1, MAX_LIMIT, "limit must be a whole number from 1 to " + MAX_LIMIT);
    }

    private void job(Context ctx) {
        QueryParameters.none(ctx);
        String id = jobId(ctx);
        limits.begin(ctx);
        JsonResponses.send(ctx, 200, JobJson.job(controller.database().job(id).orElseThrow(() -> noJob(id))));
    }

    private static String jobId(Context ctx) {
        return RequestBody.checkedName("the id of a job", ctx.pathParam("id"));
    }

    private static ApiException noJob(String id) {
        return ApiException.notFound("there is no job " + id);
    }

    private void agents(Context ctx) throws InterruptedException {
        boolean all = QueryParameters.of(ctx, Set.of("deleted")).flag("deleted");
        limits.beginList(ctx);
        List<?> agents = controller.database().agents().stream()
                .filter(agent -> all || agent.state() != AgentState.DELETED)
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
        Optional<String> key = SingleHeader.of(ctx, "Idempotency-Key");
        if (key.isPresent() && !IDEMPOTENCY_KEY.matcher(key.get()).matches()) {
            throw ApiException.badRequest("Idempotency-Key must be 1 to 255 visible ASCII characters");
        }
        Optional<IdempotencyKey> identity = key.map(text -> JobSpecJson.identity(text, spec));
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

    private void retry(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_ONLY, Set.of());
        String id = jobId(ctx);
        Job job = request.value(jobs.retry(id, request.expectedEpoch())).orElseThrow(() -> noJob(id));
        // A repeated request finds a job that is queued or leased again.
        if (job.state().isFinal()) {
            throw conflict("job " + id + " is " + job.state().code() + "; only failed and dead jobs are retried");
        }
        JsonResponses.send(ctx, 200, JobJson.job(job));
    }

    private void delete(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_ONLY, Set.of());
        String id = jobId(ctx);
        Job job = request.value(jobs.delete(id, request.expectedEpoch())).orElseThrow(() -> noJob(id));
        if (!job.state().isFinal()) {
            throw conflict("job " + id + " is " + job.state().code() + "; cancel it first");
        }
        JsonResponses.send(ctx, 200, new JsonObject().with("id", id).with("state", "deleted"));
    }

    private static ApiException conflict(String message) {
        return new ApiException(409, "CONFLICT", message);
    }

    /** Ends the lease requests that wait for a job. */
    void close() {
        jobs.close();
    }
}
