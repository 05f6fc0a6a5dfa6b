package dev.baton.spi;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Status and control frames as one line of JSON each. */
public final class StatusJson {
    private static final DateTimeFormatter RFC_3339 = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** Ten thousand frames of one announcement bear the same time, and writing it costs more than the rest. */
    private static volatile Written lastTime = new Written(Instant.EPOCH, RFC_3339.format(Instant.EPOCH));

    private StatusJson() {}

    /** RFC 3339, UTC, milliseconds. */
    public static String time(Instant instant) {
        Written last = lastTime;
        if (!last.instant.equals(instant)) {
            last = new Written(instant, RFC_3339.format(instant));
            lastTime = last;
        }
        return last.text;
    }

    /** {@code leadership_status}. */
    public static String write(InstanceStatus frame) {
        StringBuilder out = new StringBuilder(256);
        append(out, frame);
        return out.toString();
    }

    /** {@code leadership_status}, behind what was written before: thousands make one announcement. */
    public static void append(StringBuilder out, InstanceStatus frame) {
        out.append("{\"type\":\"leadership_status\",\"election\":");
        Json.appendString(out, frame.election());
        out.append(",\"instance_id\":");
        Json.appendString(out, frame.instanceId());
        out.append(",\"is_leader\":").append(frame.isLeader()).append(",\"state\":");
        Json.appendString(out, frame.state().code());
        out.append(",\"epoch\":").append(frame.epoch());
        out.append(",\"priority\":").append(frame.priority());
        out.append(",\"healthy\":").append(frame.healthy()).append(",\"timestamp\":");
        Json.appendString(out, time(frame.timestamp()));
        if (!frame.note().isEmpty()) {
            out.append(",\"note\":");
            Json.appendString(out, frame.note());
        }
        out.append('}');
    }

    /** {@code claim_leadership}. */
    public static String write(TransferRequest frame) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("type", "claim_leadership");
        object.put("election", frame.election());
        object.put("instance_id", frame.instanceId());
        object.put("request_id", frame.requestId());
        return Json.write(object);
    }

    /** A status frame; anything else is a {@link JsonException}. */
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

    /** A control frame; anything else is a {@link JsonException}. */
    public static TransferRequest readClaim(String line) {
        JsonFields fields = typed(line, "claim_leadership");
        return new TransferRequest(name(fields, "election"), name(fields, "instance_id"), fields.text("request_id"));
    }

    private static JsonFields typed(String line, String type) {
        JsonFields fields = new JsonFields(type, Json.parseObject(line));
        if (!fields.text("type").equals(type)) {
            throw new JsonException("expected a frame of type " + type + ", but it is " + fields.text("type"));
        }
        return fields;
    }

    /** Names are ASCII without blanks: a frame with another is no frame of ours, and is not shown to a terminal. */
    private static String name(JsonFields fields, String key) {
        String name = fields.text(key);
        if (name.isEmpty() || name.length() > 128 || !name.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new JsonException("a frame whose " + key + " is not a name");
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

    private record Written(Instant instant, String text) {}
}
