package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton jobs submit|list|show|cancel}. */
final class JobsCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "jobs",
                "Jobs of a node controller: submit NAME [-- CMD…], list, show ID, cancel ID. Asks any node, and"
                        + " follows the leader it names.");
        spec.usageMessage().customSynopsis("baton jobs submit|list|show|cancel [NAME|ID] [OPTIONS] [-- CMD ARG...]");
        NodeOptions.addTo(spec);
        OptionReader.text(spec, "--payload", "JSON", "submit: anything for the agent.");
        OptionReader.text(spec, "--timeout", "D", "submit: how long one attempt may take (default: an hour).");
        OptionReader.text(spec, "--max-attempts", "N", "submit: how often it is tried, failures included.");
        OptionReader.text(spec, "--priority", "N", "submit: a higher one goes first (default: 0).");
        OptionReader.text(spec, "--key", "KEY", "submit: an Idempotency-Key; the same key never makes a second job.");
        OptionReader.text(spec, "--state", "STATE", "list: only jobs in this state.");
        OptionReader.text(spec, "--limit", "N", "list: at most so many (default: 100).");
        OptionReader.text(spec, "--after", "ID", "list: those after this job.");
        OptionReader.flag(spec, "--json", "One JSON object a line.");
        NodeOutput.words(spec, "ACTION", "submit, list, show or cancel.", "NAME|ID", "The job's name, or its id.");
        return spec;
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        ParseResult given = call.given();
        ControllerClient client = NodeOptions.client(given, call.around().environment());
        String action = given.matchedPositionalValue(0, "");
        Optional<String> word = Optional.ofNullable(given.matchedPositionalValue(1, null));
        if (!call.command().isEmpty() && !action.equals("submit")) {
            throw new UsageException("baton jobs " + action + " takes no command after --");
        }
        return switch (action) {
            case "submit" -> one(call, submit(call, client, needed(word, "jobs submit NAME")));
            case "list" -> list(call, client);
            case "show" -> one(call, client.read("/v1/jobs/" + id(needed(word, "jobs show ID")), NodeOptions.PATIENCE));
            case "cancel" ->
                one(
                        call,
                        client.write(
                                "POST",
                                "/v1/jobs/" + id(needed(word, "jobs cancel ID")) + "/cancel",
                                Map.of(),
                                Map.of(),
                                NodeOptions.PATIENCE));
            default -> throw new UsageException("baton jobs " + action + ": use submit, list, show or cancel");
        };
    }

    private static String needed(Optional<String> word, String form) {
        return word.orElseThrow(() -> new UsageException("that is: baton " + form));
    }

    static String id(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static ControllerReply submit(Invocation call, ControllerClient client, String name)
            throws InterruptedException {
        ParseResult given = call.given();
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("name", name);
        OptionReader.text(given, "--payload").ifPresent(json -> body.put("payload", payload(json)));
        if (!call.command().isEmpty()) {
            body.put("command", call.command());
        }
        OptionReader.duration(given, "--timeout")
                .map(JobsCommand::seconds)
                .ifPresent(value -> body.put("timeout_s", value));
        OptionReader.integer(given, "--max-attempts").ifPresent(number -> body.put("max_attempts", number));
        OptionReader.integer(given, "--priority").ifPresent(number -> body.put("priority", number));
        // With a key it can be sent again when an answer was lost.
        String key = OptionReader.text(given, "--key")
                .orElseGet(() -> UUID.randomUUID().toString());
        return client.write("POST", "/v1/jobs", body, Map.of("Idempotency-Key", key), NodeOptions.PATIENCE);
    }

    private static @Nullable Object payload(String json) {
        try {
            return Json.parse(json);
        } catch (JsonException malformed) {
            throw new UsageException("--payload is not JSON: " + malformed.getMessage());
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static int one(Invocation call, ControllerReply reply) {
        if (!reply.isOk()) {
            return NodeOutput.refused(call.around(), reply);
        }
        if (OptionReader.has(call.given(), "--json")) {
            call.around().out().println(Json.write(reply.body()));
        } else {
            NodeOutput.details(reply.body(), call.around());
        }
        return ExitCode.DONE;
    }

    private static int list(Invocation call, ControllerClient client) throws InterruptedException {
        List<String> query = new ArrayList<>();
        for (String name : new String[] {"state", "limit", "after"}) {
            OptionReader.text(call.given(), "--" + name).ifPresent(value -> query.add(name + "=" + id(value)));
        }
        ControllerReply reply =
                client.read("/v1/jobs" + (query.isEmpty() ? "" : "?" + String.join("&", query)), NodeOptions.PATIENCE);
        if (!reply.isOk()) {
            return NodeOutput.refused(call.around(), reply);
        }
        NodeOutput.rows(
                reply.body().get("jobs"),
                new String[] {"id", "name", "state", "attempt", "job_epoch", "leader_epoch", "agent_name"},
                call);
        return ExitCode.DONE;
    }
}
