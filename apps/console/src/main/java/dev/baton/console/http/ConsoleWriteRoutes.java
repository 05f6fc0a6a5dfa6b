package dev.baton.console.http;

import dev.baton.BatonException;
import dev.baton.TransferOutcome;
import dev.baton.console.watch.ElectionRow;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.text.Names;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The two things that can be asked for. Sent means sent: what comes of it is seen in the stream. */
final class ConsoleWriteRoutes {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final int LONGEST_BODY = 4_096;

    private final ConsoleModel exhibits;
    private final ConsoleReadRoutes answers;

    ConsoleWriteRoutes(ConsoleModel exhibits, ConsoleReadRoutes answers) {
        this.exhibits = exhibits;
        this.answers = answers;
    }

    /** That the named instance lead. */
    void transfer(Context request) {
        String body = body(request);
        ElectionRow row = answers.row(request);
        send(request, row, target(body));
    }

    /** That the leader make room for the fittest standby. */
    void stepDown(Context request) {
        body(request);
        ElectionRow row = answers.row(request);
        if (row.leader().isEmpty() && row.live().leader().isEmpty()) {
            throw new ConsoleRefusal(
                    409, "NO_LEADER", "nobody leads " + row.place().election());
        }
        String successor = row.fittestStandby()
                .orElseThrow(() -> new ConsoleRefusal(
                        409,
                        "NO_SUCCESSOR",
                        "nobody else who is well stands by for " + row.place().election()
                                + "; stop the leader itself to leave it without one"));
        send(request, row, successor);
    }

    private void send(Context request, ElectionRow row, String target) {
        try {
            if (exhibits.storeOf(row).transfer(row.place().election(), target) == TransferOutcome.UNKNOWN_TARGET) {
                throw new ConsoleRefusal(
                        404,
                        "NOT_FOUND",
                        "no live instance " + target + " takes part in "
                                + row.place().election());
            }
        } catch (BatonException unreachable) {
            throw new ConsoleRefusal(502, "STORE", String.valueOf(unreachable.getMessage()));
        }
        LOG.info(
                "election={} instance_id={} was asked to lead, by {}",
                row.place().election(),
                target,
                request.ip());
        exhibits.desk().log("asked", row.place(), target, 0, "");
        ConsoleReadRoutes.json(request.status(202), "{\"status\":\"sent\"}");
    }

    private static String target(String body) {
        try {
            return Names.check("instance id", new JsonFields("transfer", Json.parseObject(body)).text("to"));
        } catch (JsonException | IllegalArgumentException wrong) {
            throw new ConsoleRefusal(400, "BAD_REQUEST", "expected {\"to\": INSTANCE_ID}: " + wrong.getMessage());
        }
    }

    private static String body(Context request) {
        try (InputStream stream = request.bodyInputStream()) {
            byte[] bytes = stream.readNBytes(LONGEST_BODY + 1);
            if (bytes.length > LONGEST_BODY) {
                throw new ConsoleRefusal(413, "TOO_LARGE", "a request has at most " + LONGEST_BODY + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException cut) {
            throw new ConsoleRefusal(400, "BAD_REQUEST", "the request could not be read to its end");
        }
    }
}
