package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The commands that send requests to a job controller. */
final class JobControllerCommands {
    static final String JOBS_HELP = """
            Usage: baton jobs submit|list|show|cancel [NAME|ID] [OPTIONS] [-- CMD ARG...]
            Manages the jobs of a job controller: submit NAME [-- CMD…], list, show ID, cancel ID. Sends requests to any
              of the given nodes and follows the leader that they name.
            """ + NodeOptions.HELP + """
            --payload JSON    submit: data for the agent.
            --timeout D       submit: time limit for one attempt (default: an hour).
            --max-attempts N  submit: maximum number of attempts, including failed ones.
            --priority N      submit: jobs with a higher priority run first (default: 0).
            --key KEY         submit: an Idempotency-Key. A second request with the same key creates no job.
            --state STATE     list: only jobs in this state.
            --limit N         list: maximum number of jobs to print (default: 100).
            --after ID        list: only jobs after this one.
            --json            Print one JSON object per line.
            ACTION            submit, list, show or cancel.
            [NAME|ID]         The name of the new job, or the id of a job.
            """;

    static final String AGENTS_HELP = """
            Manages the agents of a job controller: list, or delete NAME, which returns its jobs to the queue.
            """ + NodeOptions.HELP + """
            --json  Print one JSON object per line.
            ACTION  list or delete.
            [NAME]  The name of the agent.
            """;

    static final String DRAIN_HELP = """
            Drains the given node if it leads: it leases no more jobs, waits for results and steps down. Then another node
              leads, or the same one if it is the only one. Prints 'draining'.
            """ + NodeOptions.HELP + """
            --grace D  How long the node waits for results (default: its --drain option).
            NODE       The id of the node.
            """;

    private static final List<String> JOB_COLUMNS =
            List.of("id", "name", "state", "attempt", "job_epoch", "leader_epoch", "agent_name");
    private static final List<String> AGENT_COLUMNS = List.of("name", "state", "leases", "last_seen", "leader_epoch");

    private JobControllerCommands() {}

    /** {@code baton jobs submit|list|show|cancel}. */
    static int jobs(Invocation call) throws InterruptedException {
        ControllerClient client = NodeOptions.client(call);
        String action = call.parameter(0).orElse("");
        if (!call.command().isEmpty() && !action.equals("submit")) {
            throw new UsageException("baton jobs " + action + " takes no command after --");
        }
        return switch (action) {
            case "submit" -> NodeOutput.printOne(call, submit(call, client));
            case "list" ->
                NodeOutput.printList(
                        call, client.read("/v1/jobs" + query(call), NodeOptions.TIMEOUT), "jobs", JOB_COLUMNS);
            case "show" -> NodeOutput.printOne(call, client.read(job(call, "show ID"), NodeOptions.TIMEOUT));
            case "cancel" -> {
                String path = job(call, "cancel ID") + "/cancel";
                yield NodeOutput.printOne(call, client.write("POST", path, Map.of(), Map.of(), NodeOptions.TIMEOUT));
            }
            default -> throw UsageException.unknownAction("baton jobs", action, "submit|list|show|cancel");
        };
    }

    /** {@code baton agents list|delete}. */
    static int agents(Invocation call) throws InterruptedException {
        ControllerClient client = NodeOptions.client(call);
        String action = call.parameter(0).orElse("");
        return switch (action) {
            case "list" ->
                NodeOutput.printList(call, client.read("/v1/agents", NodeOptions.TIMEOUT), "agents", AGENT_COLUMNS);
            case "delete" -> {
                String name = call.parameter(1)
                        .filter(given -> !given.isEmpty())
                        .orElseThrow(() -> new UsageException("use: baton agents delete NAME"));
                String path = "/v1/agents/" + NodeOptions.encode(name);
                yield NodeOutput.printOne(call, client.write("DELETE", path, Map.of(), Map.of(), NodeOptions.TIMEOUT));
            }
            default -> throw UsageException.unknownAction("baton agents", action, "list|delete");
        };
    }

    /** {@code baton drain NODE}: the leader finishes the jobs that its agents run, and steps down. */
    static int drain(Invocation call) throws InterruptedException {
        ControllerClient client = NodeOptions.client(call);
        String node = call.parameter(0).orElseThrow();
        ControllerReply role = client.read("/role", NodeOptions.TIMEOUT);
        String leader = role.text("leader_id").orElse("");
        if (!leader.equals(node)) {
            return call.refuse(node + " does not lead; " + (leader.isEmpty() ? "no node does" : leader + " does")
                    + ", according to " + role.from());
        }
        JsonObject body = new JsonObject();
        call.duration("--grace").ifPresent(grace -> body.put("grace_s", grace.toMillis() / 1000.0));
        // With the epoch, the request cannot drain the next leader by mistake.
        body.put("leader_epoch", role.body().get("leader_epoch"));
        ControllerReply reply = client.write("POST", "/v1/drain", body, Map.of(), NodeOptions.TIMEOUT);
        if (!reply.isOk()) {
            return NodeOutput.refused(call, reply);
        }
        call.out().println("draining");
        return ExitCode.DONE;
    }

    private static String job(Invocation call, String form) {
        return "/v1/jobs/" + NodeOptions.encode(nameOrId(call, form));
    }

    private static String nameOrId(Invocation call, String form) {
        return call.parameter(1).orElseThrow(() -> new UsageException("use: baton jobs " + form));
    }

    private static ControllerReply submit(Invocation call, ControllerClient client) throws InterruptedException {
        JsonObject body = new JsonObject().with("name", nameOrId(call, "submit NAME"));
        call.text("--payload").ifPresent(json -> body.put("payload", payload(json)));
        if (!call.command().isEmpty()) {
            body.put("command", call.command());
        }
        call.duration("--timeout").ifPresent(limit -> body.put("timeout_s", limit.toMillis() / 1000.0));
        call.integer("--max-attempts").ifPresent(number -> body.put("max_attempts", number));
        call.integer("--priority").ifPresent(number -> body.put("priority", number));
        // With a key, the client can repeat the request if the response is lost.
        String key = call.text("--key").orElseGet(() -> UUID.randomUUID().toString());
        return client.write("POST", "/v1/jobs", body, Map.of("Idempotency-Key", key), NodeOptions.TIMEOUT);
    }

    private static @Nullable Object payload(String json) {
        try {
            return Json.parse(json);
        } catch (JsonException malformed) {
            throw new UsageException("--payload is not JSON: " + malformed.getMessage());
        }
    }

    private static String query(Invocation call) {
        String query = Stream.of("state", "limit", "after")
                .flatMap(name -> call.text("--" + name).map(value -> name + "=" + NodeOptions.encode(value)).stream())
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : "?" + query;
    }
}
