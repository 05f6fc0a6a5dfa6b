package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code baton jobs submit|list|show|cancel}. */
final class JobsCommand implements Subcommand {
    private static final List<String> COLUMNS =
            List.of("id", "name", "state", "attempt", "job_epoch", "leader_epoch", "agent_name");

    @Override
    public CommandSyntax syntax() {
        return NodeOptions.addTo(new CommandSyntax(
                                "baton jobs",
                                "Manages the jobs of a job controller: submit NAME [-- CMD…], list, show ID, cancel ID."
                                        + " Sends requests to any of the given nodes and follows the leader that they"
                                        + " name.")
                        .synopsis("baton jobs submit|list|show|cancel [NAME|ID] [OPTIONS] [-- CMD ARG...]"))
                .option("--payload", "JSON", "submit: data for the agent.")
                .option("--timeout", "D", "submit: time limit for one attempt (default: an hour).")
                .option("--max-attempts", "N", "submit: maximum number of attempts, including failed ones.")
                .option("--priority", "N", "submit: jobs with a higher priority run first (default: 0).")
                .option(
                        "--key",
                        "KEY",
                        "submit: an Idempotency-Key. A second request with the same key creates no job.")
                .option("--state", "STATE", "list: only jobs in this state.")
                .option("--limit", "N", "list: maximum number of jobs to print (default: 100).")
                .option("--after", "ID", "list: only jobs after this one.")
                .flag("--json", "Print one JSON object per line.")
                .required("ACTION", "submit, list, show or cancel.")
                .optional("NAME|ID", "The name of the new job, or the id of a job.");
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        ControllerClient client = NodeOptions.client(call);
        String action = call.parameter(0).orElse("");
        if (!call.command().isEmpty() && !action.equals("submit")) {
            throw new UsageException("baton jobs " + action + " takes no command after --");
        }
        return switch (action) {
            case "submit" -> NodeOutput.printOne(call, submit(call, client));
            case "list" ->
                NodeOutput.printList(call, client.read("/v1/jobs" + query(call), NodeOptions.TIMEOUT), "jobs", COLUMNS);
            case "show" -> NodeOutput.printOne(call, client.read(job(call, "show ID"), NodeOptions.TIMEOUT));
            case "cancel" ->
                NodeOutput.printOne(call, post(client, job(call, "cancel ID") + "/cancel", Map.of(), Map.of()));
            default ->
                throw new UsageException("unknown action " + action + "; use: baton jobs submit|list|show|cancel");
        };
    }

    private static String job(Invocation call, String form) {
        return "/v1/jobs/" + NodeOptions.encode(nameOrId(call, form));
    }

    private static String nameOrId(Invocation call, String form) {
        return call.parameter(1).orElseThrow(() -> new UsageException("use: baton jobs " + form));
    }

    private static ControllerReply post(
            ControllerClient client, String path, Map<String, @Nullable Object> body, Map<String, String> headers)
            throws InterruptedException {
        return client.write("POST", path, body, headers, NodeOptions.TIMEOUT);
    }

    private static ControllerReply submit(Invocation call, ControllerClient client) throws InterruptedException {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("name", nameOrId(call, "submit NAME"));
        call.text("--payload").ifPresent(json -> body.put("payload", payload(json)));
        if (!call.command().isEmpty()) {
            body.put("command", call.command());
        }
        call.duration("--timeout").ifPresent(limit -> body.put("timeout_s", limit.toMillis() / 1000.0));
        call.integer("--max-attempts").ifPresent(number -> body.put("max_attempts", number));
        call.integer("--priority").ifPresent(number -> body.put("priority", number));
        // With a key, the client can repeat the request if the response is lost.
        String key = call.text("--key").orElseGet(() -> UUID.randomUUID().toString());
        return post(client, "/v1/jobs", body, Map.of("Idempotency-Key", key));
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
