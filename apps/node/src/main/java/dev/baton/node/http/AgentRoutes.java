package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.node.control.Admission;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.control.JobService.LeaseRequest;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.control.WriteResult;
import dev.baton.node.database.JobFilter;
import dev.baton.node.database.LeaseReceipt;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobOutput;
import dev.baton.support.json.JsonObject;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** The routes for agents: lease, renew, release, result, leave. */
final class AgentRoutes {
    private static final double LONGEST_WAIT = 60;
    private static final double SHORTEST_TTL = 0.1;
    private static final double LONGEST_TTL = 24 * 3600;
    private static final int LONGEST_OUTPUT = 64 * 1024;

    /** Leaves threads for other requests; a lease request beyond this limit gets a job now or 429. */
    private static final int MAX_WAITING = 200;

    private final Controller controller;
    private final JobService jobs;
    private final ApiSettings settings;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);

    AgentRoutes(Controller controller, JobService jobs, ApiSettings settings) {
        this.controller = controller;
        this.jobs = jobs;
        this.settings = settings;
    }

    void addTo(RoutesConfig routes) {
        routes.post("/v1/leases", this::lease);
        routes.post("/v1/leases/{id}/renew", this::renew);
        routes.post("/v1/leases/{id}/release", this::giveBack);
        routes.post("/v1/results", this::result);
        routes.post("/v1/agents/{name}/leave", this::leave);
    }

    private void lease(Context ctx) throws InterruptedException {
        WriteRequest request = WriteRequest.of(
                ctx,
                controller,
                Admission.LEADER_ONLY,
                Set.of("agent_name", "wait_s", "ttl_s", "commands_only", "labels"));
        RequestBody body = request.body();
        String agent = body.name("agent_name");
        Duration wait = body.seconds("wait_s", 0, LONGEST_WAIT).orElse(Duration.ZERO);
        Duration ttl = body.seconds("ttl_s", SHORTEST_TTL, LONGEST_TTL).orElse(settings.defaultTtl());
        JobFilter filter = new JobFilter(body.flag("commands_only"), body.labels("labels"));
        boolean mayWait = waiting.tryAcquire();
        try {
            LeaseRequest wanted = new LeaseRequest(agent, mayWait ? wait : Duration.ZERO, ttl, filter);
            Optional<WriteResult<TermWriter.Grant>> granted = jobs.lease(wanted, request.expectedEpoch());
            if (granted.isEmpty() && !mayWait && !wait.isZero()) {
                ctx.header("Retry-After", "2");
                throw new ApiException(
                        429, "TOO_MANY_WAITING", MAX_WAITING + " agents wait for a job already; try again later");
            }
            if (granted.isPresent()) {
                JsonResponses.send(ctx, 200, JobJson.grant(request.value(granted.get()), settings.safeTtl()));
            } else {
                ctx.status(204);
            }
        } finally {
            if (mayWait) {
                waiting.release();
            }
        }
    }

    private void renew(Context ctx) {
        WriteRequest request = WriteRequest.of(
                ctx, controller, Admission.LEADER_OR_DRAINING, Set.of("job_epoch", "output", "output_bytes"));
        String id = leaseId(ctx);
        long jobEpoch = request.body().whole("job_epoch", 0, Long.MAX_VALUE);
        LeaseReceipt receipt = request.value(jobs.renew(id, jobEpoch, output(request.body()), request.expectedEpoch()));
        accepted(receipt, "there is no lease " + id);
        JsonResponses.send(ctx, 200, JobJson.lease(receipt.lease().orElseThrow()));
    }

    private static Optional<JobOutput> output(RequestBody body) {
        Optional<Long> bytes = body.optionalWhole("output_bytes", 0, Long.MAX_VALUE);
        return body.tail("output", LONGEST_OUTPUT).map(end -> new JobOutput(end, bytes));
    }

    private static String leaseId(Context ctx) {
        return RequestBody.checkedName("the id of a lease", ctx.pathParam("id"));
    }

    private void giveBack(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_OR_DRAINING, Set.of("job_epoch"));
        String id = leaseId(ctx);
        long jobEpoch = request.body().whole("job_epoch", 0, Long.MAX_VALUE);
        LeaseReceipt receipt = request.value(jobs.giveBack(id, jobEpoch, request.expectedEpoch()));
        JsonResponses.send(ctx, 200, JobJson.job(accepted(receipt, "there is no lease " + id)));
    }

    private void result(Context ctx) {
        Set<String> fields = Set.of("job_id", "lease_id", "job_epoch", "status", "exit_code", "output", "output_bytes");
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_OR_DRAINING, fields);
        RequestBody body = request.body();
        String status = body.text("status", 16);
        if (!status.equals("succeeded") && !status.equals("failed")) {
            throw ApiException.badRequest("\"status\" must be succeeded or failed");
        }
        JobOutcome outcome = new JobOutcome(
                body.name("job_id"),
                body.name("lease_id"),
                body.whole("job_epoch", 0, Long.MAX_VALUE),
                status.equals("succeeded"),
                body.optionalInt("exit_code", Integer.MIN_VALUE, Integer.MAX_VALUE),
                output(body));
        Job job = accepted(
                request.value(jobs.finish(outcome, request.expectedEpoch())),
                "there is no job " + outcome.jobId() + " with a lease " + outcome.leaseId());
        JsonResponses.send(ctx, 200, JobJson.job(job));
    }

    private void leave(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_OR_DRAINING, Set.of());
        String name = RequestBody.checkedName("the name of an agent", ctx.pathParam("name"));
        List<Job> queued = request.value(jobs.leave(name, request.expectedEpoch()));
        JsonResponses.send(ctx, 200, new JsonObject().with("name", name).withAll("requeued", queued, Job::id));
    }

    private Job accepted(LeaseReceipt receipt, String unknown) {
        return switch (receipt.verdict()) {
            case ACCEPTED -> receipt.job().orElseThrow();
            case STALE ->
                throw WriteRefusal.staleEpoch(
                        "this lease has ended: the job_epoch is now "
                                + receipt.job().orElseThrow().jobEpoch(),
                        controller.roleReport().leaderEpoch().orElse(0L));
            case UNKNOWN -> throw ApiException.notFound(unknown);
        };
    }
}
