package dev.baton.node.http;

import dev.baton.node.control.Controller;
import dev.baton.node.control.Controller.Admission;
import dev.baton.node.control.JobService;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.control.WriteResult;
import dev.baton.node.database.LeaseReceipt;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobOutcome;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** The routes of agents: lease, renew, result. */
final class AgentRoutes {
    private static final double LONGEST_WAIT = 60;
    private static final double SHORTEST_TTL = 0.1;
    private static final double LONGEST_TTL = 24 * 3600;
    private static final Duration USUAL_TTL = Duration.ofSeconds(30);
    private static final int LONGEST_OUTPUT = 64 * 1024;

    /** So many agents may wait at once and leave threads for everybody else; one more is answered at once. */
    private static final int MOST_WAITING = 200;

    private final Controller controller;
    private final JobService desk;
    private final Semaphore waiting = new Semaphore(MOST_WAITING);

    AgentRoutes(Controller controller, JobService desk) {
        this.controller = controller;
        this.desk = desk;
    }

    void addTo(RoutesConfig routes) {
        routes.post("/v1/leases", this::lease);
        routes.post("/v1/leases/{id}/renew", this::renew);
        routes.post("/v1/results", this::result);
    }

    private void lease(Context ctx) throws InterruptedException {
        WriteRequest request = WriteRequest.of(
                ctx, controller, Admission.LEADING, Set.of("agent_name", "wait_s", "ttl_s", "commands_only"));
        RequestBody body = request.body();
        String agent = body.name("agent_name");
        Duration wait = body.seconds("wait_s", 0, LONGEST_WAIT).orElse(Duration.ZERO);
        Duration ttl = body.seconds("ttl_s", SHORTEST_TTL, LONGEST_TTL).orElse(USUAL_TTL);
        boolean commandsOnly = body.flag("commands_only");
        boolean seated = waiting.tryAcquire();
        try {
            Optional<WriteResult<TermWriter.Grant>> granted = desk.lease(
                    new JobService.Request(agent, seated ? wait : Duration.ZERO, ttl, commandsOnly),
                    request.believed());
            if (granted.isPresent()) {
                TermWriter.Grant grant = NodeHeaders.stamp(ctx, granted.get());
                JobRoutes.send(ctx, 200, JobJson.grant(grant.lease(), grant.job()));
            } else {
                ctx.status(204);
            }
        } finally {
            if (seated) {
                waiting.release();
            }
        }
    }

    private void renew(Context ctx) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.DRAINING_TOO, Set.of("job_epoch", "output"));
        String id = RequestBody.checkedName("the id of a lease", ctx.pathParam("id"));
        long jobEpoch = request.body().whole("job_epoch", 0, Long.MAX_VALUE);
        Optional<String> output = request.body().tail("output", LONGEST_OUTPUT);
        TermWriter.Renewal renewal = NodeHeaders.stamp(ctx, desk.renew(id, jobEpoch, output, request.believed()));
        taken(renewal.receipt(), "there is no lease " + id);
        JobRoutes.send(ctx, 200, JobJson.lease(renewal.lease().orElseThrow()));
    }

    private void result(Context ctx) {
        WriteRequest request = WriteRequest.of(
                ctx,
                controller,
                Admission.DRAINING_TOO,
                Set.of("job_id", "lease_id", "job_epoch", "status", "exit_code", "output"));
        RequestBody body = request.body();
        String status = body.text("status", 16);
        if (!status.equals("succeeded") && !status.equals("failed")) {
            throw ApiException.badRequest("\"status\" has to be succeeded or failed");
        }
        JobOutcome outcome = new JobOutcome(
                body.name("job_id"),
                body.name("lease_id"),
                body.whole("job_epoch", 0, Long.MAX_VALUE),
                status.equals("succeeded"),
                body.optionalWhole("exit_code", Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .map(Long::intValue),
                body.tail("output", LONGEST_OUTPUT));
        Job job = taken(
                NodeHeaders.stamp(ctx, desk.finish(outcome, request.believed())),
                "there is no job " + outcome.jobId() + " with a lease " + outcome.leaseId());
        JobRoutes.send(ctx, 200, JobJson.job(job));
    }

    private Job taken(LeaseReceipt receipt, String unknown) {
        if (receipt instanceof LeaseReceipt.Taken taken) {
            return taken.job();
        }
        if (receipt instanceof LeaseReceipt.Stale stale) {
            throw new WriteRefusal.Stale(
                    "this lease counts no more: the job_epoch is " + stale.jobEpoch() + " now",
                    controller.standing().leaderEpoch().orElse(0L));
        }
        if (receipt instanceof LeaseReceipt.EarlierTerm) {
            throw new WriteRefusal.NotLeader();
        }
        throw ApiException.notFound(unknown);
    }
}
