package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands that send requests to a job controller. */
final class JobControllerCommands {
    static final String JOBS_HELP = """
            Usage: baton jobs submit|list|show|logs|cancel|retry|delete [NAME|ID] [OPTIONS] [-- CMD ARG...]
            Manages the jobs of a job controller: submit NAME [-- CMD…], list, show ID, logs ID, cancel ID, retry ID (a
              failed or dead job), delete ID (a job that has ended). Sends requests to any of the given nodes and follows the
              leader that they name.
            """ + NodeOptions.HELP + """
            --payload JSON    submit: data for the agent.
            --payload-file F  submit: the same from a file, at most 1 MiB.
            --timeout D       submit: time limit for one attempt (default: an hour).
            --max-attempts N  submit: maximum number of attempts, including failed ones.
            --priority N      submit: jobs with a higher priority run first (default: 0).
            --requires L,L    submit: the labels that an agent needs to run the job.
            --key KEY         submit: an Idempotency-Key. A second request with the same key creates no job.
            --wait            submit: wait for the end of the job and exit with its exit code.
            -f,--follow       submit --wait, logs: print the output as it arrives, until the job ends.
            --state STATE     list: only jobs in this state.
            --label LABEL     list: only jobs that require this label.
            --limit N         list: maximum number of jobs to print (default: 100).
            --after ID        list: only jobs after this one.
            --newest          list: the newest jobs first.
            --json            Print one JSON object per line.
            submit|list|show|logs|cancel|retry|delete  The action.
            [NAME|ID]         The name of the new job, or the id of a job.
            """;

    static final String AGENTS_HELP = """
            Manages the agents of a job controller: list, or delete NAME, which returns its jobs to the queue.
            """ + NodeOptions.HELP + """
            --json  Print one JSON object per line.
            list|delete  The action.
            [NAME]  The name of the agent.
            """;

    private static final List<String> JOB_COLUMNS =
            List.of("id", "name", "state", "attempt", "job_epoch", "leader_epoch", "agent_name");
    private static final List<String> AGENT_COLUMNS =
            List.of("name", "state", "labels", "leases", "last_seen", "leader_epoch");

    private JobControllerCommands() {}

    /** {@code baton jobs submit|list|show|logs|cancel|retry|delete}. */
    static int jobs(Invocation call) throws InterruptedException {
        ControllerClient client = NodeOptions.client(call);
        String action = call.parameter(0).orElse("");
        if (!call.command().isEmpty() && !action.equals("submit")) {
            throw new UsageException("baton jobs " + action + " takes no command after --");
        }
        return switch (action) {
            case "submit" -> submit(call, client);
            case "logs" -> JobFollower.logs(call, client, nameOrId(call, "logs ID"));
            case "list" -> list(call, client.read("/v1/jobs" + query(call), NodeOptions.TIMEOUT));
            case "show" -> NodeOutput.printOne(call, client.read(job(call, "show ID"), NodeOptions.TIMEOUT));
            case "cancel" -> change(call, client, "POST", job(call, "cancel ID") + "/cancel");
            case "retry" -> change(call, client, "POST", job(call, "retry ID") + "/retry");
            case "delete" -> change(call, client, "DELETE", job(call, "delete ID"));
            default ->
                throw UsageException.unknownAction("baton jobs", action, "submit|list|show|logs|cancel|retry|delete");
        };
    }

    private static int change(Invocation call, ControllerClient client, String method, String path)
            throws InterruptedException {
        return NodeOutput.printOne(call, client.write(method, path, Map.of(), Map.of(), NodeOptions.TIMEOUT));
    }

    private static int submit(Invocation call, ControllerClient client) throws InterruptedException {
        if (call.has("--follow") && !call.has("--wait")) {
            throw new UsageException("baton jobs submit --follow needs --wait");
        }
        ControllerReply reply = JobSubmission.send(call, client);
        if (!reply.isOk() || !call.has("--wait")) {
            return NodeOutput.printOne(call, reply);
        }
        String id = reply.fields().text("id");
        call.context().error("job " + id);
        return JobFollower.await(call, client, id, call.has("--follow"));
    }

    private static int list(Invocation call, ControllerReply reply) {
        int code = NodeOutput.printList(call, reply, "jobs", JOB_COLUMNS);
        reply.text("next").ifPresent(id -> call.context().error("there may be more: add --after " + id));
        return code;
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

    private static String job(Invocation call, String form) {
        return "/v1/jobs/" + NodeOptions.encode(nameOrId(call, form));
    }

    static String nameOrId(Invocation call, String form) {
        return call.parameter(1)
                .filter(given -> !given.isEmpty())
                .orElseThrow(() -> new UsageException("use: baton jobs " + form));
    }

    private static String query(Invocation call) {
        Stream<String> values = Stream.of("state", "label", "limit", "after")
                .flatMap(name -> call.text("--" + name).map(value -> name + "=" + NodeOptions.encode(value)).stream());
        Stream<String> newest = call.has("--newest") ? Stream.of("newest=true") : Stream.empty();
        String query = Stream.concat(values, newest).collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : "?" + query;
    }
}
