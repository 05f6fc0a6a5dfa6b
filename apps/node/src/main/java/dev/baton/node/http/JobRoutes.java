package dev.baton.node.http;

import dev.baton.node.control.Controller;
import dev.baton.node.control.Controller.Admission;
import dev.baton.node.control.JobService;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.database.AgentRecord;
import dev.baton.node.database.JobQuery;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobState;
import dev.baton.support.json.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The routes of everybody: reads on every node, and the writes of clients on the leader. */
public final class JobRoutes {
    private static final int MOST_JOBS = 1000;
    private static final int USUAL_JOBS = 100;
    private static final double LONGEST_GRACE = 3600;

    private final Controller controller;
    private final JobService desk;
    private final Consumer<Optional<Duration>> drain;

    /** Routes that pass the wish to drain, and the grace it came with, on to whoever can. */
    public JobRoutes(Controller controller, JobService desk, Consumer<Optional<Duration>> drain) {
        this.controller = controller;
        this.desk = desk;
        this.drain = drain;
    }

    void addTo(RoutesConfig routes) {
        routes.get("/healthz", this::health);
        routes.get("/role", ctx -> send(ctx, 200, JobJson.role(controller.standing())));
        routes.get("/v1/jobs", this::jobs);
        routes.get("/v1/jobs/{id}", this::job);
        routes.get("/v1/agents", this::agents);
        routes.delete("/v1/agents/{name}", this::deleteAgent);
        routes.post("/v1/jobs", new SubmitRoute(controller, desk));
        routes.post("/v1/jobs/{id}/cancel", this::cancel);
        routes.post("/v1/drain", this::drain);
        new AgentRoutes(controller, desk).addTo(routes);
    }

    private void health(Context ctx) {
        NodeRoleReport standing = controller.standing();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("status", "ok");
        json.put("node_id", standing.nodeId());
        json.put("role", standing.role().name());
        json.put("leader_epoch", standing.leaderEpoch().orElse(null));
        send(ctx, 200, json);
    }

    private void jobs(Context ctx) {
        Optional<JobState> state = parameter(ctx, "state")
                .map(code -> JobState.of(code)
                        .orElseThrow(() -> ApiException.badRequest("there is no state " + Json.write(code))));
        int limit = parameter(ctx, "limit").map(JobRoutes::limit).orElse(USUAL_JOBS);
        Optional<String> after = parameter(ctx, "after").map(id -> RequestBody.checkedName("after", id));
        boolean newestFirst =
                parameter(ctx, "newest").map(Boolean::parseBoolean).orElse(false);
        List<Job> page = controller
                .ledger()
                .jobs(new JobQuery(state, limit, after, newestFirst))
                .orElseThrow(() -> ApiException.badRequest("there is no job to begin after: " + after.orElse("")));
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("jobs", page.stream().map(JobJson::listed).toList());
        json.put("next", page.size() < limit ? null : page.get(page.size() - 1).id());
        send(ctx, 200, json);
    }

    private static int limit(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MOST_JOBS) {
                return limit;
            }
        } catch (NumberFormatException notANumber) {
            // The same is wrong with it.
        }
        throw ApiException.badRequest("limit has to be a whole number from 1 to " + MOST_JOBS);
    }

    private static Optional<String> parameter(Context ctx, String name) {
        return Optional.ofNullable(ctx.queryParam(name)).filter(value -> !value.isEmpty());
    }

    private void job(Context ctx) {
        String id = RequestBody.checkedName("the id of a job", ctx.pathParam("id"));
        send(ctx, 200, JobJson.job(controller.ledger().job(id).orElseThrow(() -> noJob(id))));
    }

    private static ApiException noJob(String id) {
        return ApiException.notFound("there is no job " + id);
    }

    private void agents(Context ctx) {
        boolean all = "true".equals(ctx.queryParam("deleted"));
        List<Object> agents = new ArrayList<>();
        for (AgentRecord agent : controller.ledger().agents()) {
            if (all || !agent.deleted()) {
                agents.add(JobJson.agent(agent));
            }
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("agents", agents);
        send(ctx, 200, json);
    }

    private void deleteAgent(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADING, Set.of());
        String name = RequestBody.checkedName("the name of an agent", ctx.pathParam("name"));
        List<Job> queued = NodeHeaders.stamp(ctx, desk.deleteAgent(name, request.believed()))
                .orElseThrow(() -> ApiException.notFound("there is no agent " + name));
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("state", "deleted");
        json.put("requeued", queued.stream().map(Job::id).toList());
        send(ctx, 200, json);
    }

    private void cancel(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADING, Set.of());
        String id = RequestBody.checkedName("the id of a job", ctx.pathParam("id"));
        Job job = NodeHeaders.stamp(ctx, desk.cancel(id, request.believed())).orElseThrow(() -> noJob(id));
        send(ctx, 200, JobJson.job(job));
    }

    private void drain(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.DRAINING_TOO, Set.of("grace_s"));
        Optional<Duration> grace = request.body().seconds("grace_s", 0, LONGEST_GRACE);
        controller.admit(Admission.DRAINING_TOO, request.believed());
        controller.drain();
        if (controller.standing().role() == dev.baton.node.control.NodeRole.STANDBY) {
            throw new WriteRefusal.NotLeader();
        }
        drain.accept(grace);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("status", "draining");
        json.put("node_id", controller.nodeId());
        send(ctx, 202, json);
    }

    /** Whoever waits for work is answered now. */
    void close() {
        desk.close();
    }

    static void send(Context ctx, int status, Map<String, @Nullable Object> json) {
        ctx.status(status).contentType("application/json").result(Json.write(json));
    }
}
