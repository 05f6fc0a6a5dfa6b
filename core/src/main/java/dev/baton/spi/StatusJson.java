package dev.baton.spi;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.TransferDecision;
import dev.baton.TransferResult;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of statuses, transfer requests and their answers, one line each. All backends use it, so its format never changes.
 *
 * <pre>{@code
 * String line = StatusJson.write(status);
 * InstanceStatus same = StatusJson.readStatus(line);
 * }</pre>
 */
public final class StatusJson {
    private static final DateTimeFormatter RFC_3339 = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** All statuses of one publication have the same time, and formatting it costs more than the rest of a line. */
    private static volatile FormattedTime lastTime = new FormattedTime(Instant.EPOCH, RFC_3339.format(Instant.EPOCH));

    private StatusJson() {}

    /** Returns the time in RFC 3339 form, in UTC with milliseconds. */
    public static String time(Instant instant) {
        FormattedTime last = lastTime;
        if (!last.instant.equals(instant)) {
            last = new FormattedTime(instant, RFC_3339.format(instant));
            lastTime = last;
        }
        return last.text;
    }

    /** Returns a status as a {@code leadership_status} object. */
    public static String write(InstanceStatus status) {
        StringBuilder out = new StringBuilder(256);
        append(out, status);
        return out.toString();
    }

    /** Appends a status as a {@code leadership_status} object, for publications with thousands of them. */
    public static void append(StringBuilder out, InstanceStatus status) {
        out.append("{\"type\":\"leadership_status\",\"election\":");
        Json.appendString(out, status.election());
        out.append(",\"instance_id\":");
        Json.appendString(out, status.instanceId());
        out.append(",\"is_leader\":").append(status.isLeader()).append(",\"state\":");
        Json.appendString(out, status.state().code());
        out.append(",\"epoch\":").append(status.epoch());
        out.append(",\"priority\":").append(status.priority());
        out.append(",\"healthy\":").append(status.healthy()).append(",\"timestamp\":");
        Json.appendString(out, time(status.timestamp()));
        if (!status.note().isEmpty()) {
            out.append(",\"note\":");
            Json.appendString(out, status.note());
        }
        out.append('}');
    }

    /** Returns a transfer request as a {@code claim_leadership} object. */
    public static String write(TransferRequest request) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("type", "claim_leadership");
        object.put("election", request.election());
        object.put("instance_id", request.instanceId());
        object.put("request_id", request.requestId());
        return Json.write(object);
    }

    /** Returns the answer to a transfer request as a {@code transfer_result} object. */
    public static String write(TransferResult result) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("type", "transfer_result");
        object.put("election", result.election());
        object.put("request_id", result.requestId());
        object.put("outcome", result.decision().code());
        object.put("reason", result.reason());
        return Json.write(object);
    }

    /**
     * Reads a {@code transfer_result} object.
     *
     * @throws JsonException if the line is anything else
     */
    public static TransferResult readResult(String line) {
        JsonFields fields = typed(line, "transfer_result");
        String outcome = fields.text("outcome");
        return new TransferResult(
                name(fields, "election"), fields.text("request_id"), decision(outcome), fields.textOrEmpty("reason"));
    }

    /** A decision that this version does not know is not an acceptance. */
    private static TransferDecision decision(String code) {
        return Arrays.stream(TransferDecision.values())
                .filter(decision -> decision.code().equals(code))
                .findFirst()
                .orElse(TransferDecision.REFUSED);
    }

    /**
     * Reads a {@code leadership_status} object.
     *
     * @throws JsonException if the line is anything else
     */
    public static InstanceStatus readStatus(String line) {
        JsonFields fields = typed(line, "leadership_status");
        return new InstanceStatus(
                name(fields, "election"),
                name(fields, "instance_id"),
                fields.flag("is_leader"),
                state(fields.text("state")),
                fields.number("epoch", 0),
                Math.toIntExact(Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, fields.number("priority", 0)))),
                fields.flag("healthy", true),
                fields.time("timestamp"),
                fields.optionalText("note").orElse(""));
    }

    /**
     * Reads a {@code claim_leadership} object.
     *
     * @throws JsonException if the line is anything else
     */
    public static TransferRequest readTransfer(String line) {
        JsonFields fields = typed(line, "claim_leadership");
        return new TransferRequest(name(fields, "election"), name(fields, "instance_id"), fields.text("request_id"));
    }

    private static JsonFields typed(String line, String type) {
        JsonFields fields = new JsonFields(type, Json.parseObject(line));
        if (!fields.text("type").equals(type)) {
            throw new JsonException("expected a message of type " + type + ", but it is " + fields.text("type"));
        }
        return fields;
    }

    /** Names are ASCII without spaces. Other names are rejected, so that they never reach a terminal. */
    private static String name(JsonFields fields, String key) {
        String name = fields.text(key);
        if (name.isEmpty() || name.length() > 128 || !name.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new JsonException(key + " is not a valid name");
        }
        return name;
    }

    private static CandidateState state(String code) {
        for (CandidateState state : CandidateState.values()) {
            if (state.code().equals(code)) {
                return state;
            }
        }
        throw new JsonException("leadership_status: unknown state \"" + code + "\"");
    }

    private record FormattedTime(Instant instant, String text) {}
}
