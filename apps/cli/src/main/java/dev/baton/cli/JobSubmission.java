package dev.baton.cli;

import dev.baton.ConnectionException;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.Labels;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonObject;
import dev.baton.support.json.RawJson;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** {@code baton jobs submit}. */
final class JobSubmission {

    private JobSubmission() {}

    static ControllerReply send(Invocation call, ControllerClient client) throws InterruptedException {
        JsonObject body = new JsonObject().with("name", JobControllerCommands.nameOrId(call, "submit NAME"));
        payload(call).ifPresent(json -> body.put("payload", json));
        if (!call.command().isEmpty()) {
            body.put("command", call.command());
        }
        call.duration("--timeout").ifPresent(limit -> body.put("timeout_s", limit.toMillis() / 1000.0));
        call.integer("--max-attempts").ifPresent(number -> body.put("max_attempts", number));
        call.integer("--priority").ifPresent(number -> body.put("priority", number));
        Labels requires = NodeOptions.labels(call, "--requires");
        if (!requires.isEmpty()) {
            body.put("requires", requires.names());
        }
        // With a key, the client can repeat the request if the response is lost.
        String key = call.text("--key").orElseGet(() -> UUID.randomUUID().toString());
        try {
            return client.write("POST", "/v1/jobs", body, Map.of("Idempotency-Key", key), NodeOptions.TIMEOUT);
        } catch (ConnectionException unanswered) {
            throw new ConnectionException(unanswered.getMessage()
                    + ". The job may or may not have been submitted: repeat the command with --key " + key
                    + ", which never submits it twice");
        }
    }

    private static Optional<RawJson> payload(Invocation call) {
        if (call.has("--payload") && call.has("--payload-file")) {
            throw new UsageException("give --payload or --payload-file, not both");
        }
        return call.text("--payload")
                .map(json -> checked("--payload", json))
                .or(() -> call.text("--payload-file").map(file -> checked("--payload-file " + file, read(file))));
    }

    /** White space around the value, such as the end of the last line of a file, is no part of it. */
    private static RawJson checked(String option, String text) {
        String json = text.strip();
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > JobSpec.LARGEST_PAYLOAD) {
            throw new UsageException(
                    option + " has " + bytes + " bytes; at most " + JobSpec.LARGEST_PAYLOAD + " are allowed");
        }
        try {
            return new RawJson(json);
        } catch (JsonException malformed) {
            throw new UsageException(option + " is not JSON: " + malformed.getMessage());
        }
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (CharacterCodingException notUtf8) {
            throw new UsageException("--payload-file " + file + " is not UTF-8");
        } catch (IOException unreadable) {
            throw new UsageException("--payload-file " + file + " cannot be read: " + unreadable);
        }
    }
}
