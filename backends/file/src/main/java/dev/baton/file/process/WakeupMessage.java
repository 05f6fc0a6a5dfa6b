package dev.baton.file.process;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line from process to process: a hint that files have changed. The receiver reads the files and never relies on
 * the message itself.
 *
 * @param subject the election, or the sending process of a hello; may be empty
 * @param reservedFor for a release, the instance that should lead next; may be empty
 */
public record WakeupMessage(Kind kind, String subject, long epoch, String reservedFor) {

    /** The kind of change. */
    public enum Kind {
        /** A new process has connected. */
        HELLO,
        ACQUIRED,
        RELEASED,
        /** A transfer request was written. */
        CONTROL,
        /** Messages were dropped, so anything may have changed. */
        LAGGED;

        private final String code = name().toLowerCase(Locale.ROOT);

        String code() {
            return code;
        }
    }

    public static WakeupMessage of(Kind kind) {
        return new WakeupMessage(kind, "", 0, "");
    }

    byte[] bytes() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("poke", kind.code());
        object.put("about", subject);
        object.put("epoch", epoch);
        object.put("for", reservedFor);
        return (Json.write(object) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Parses a line. A kind that this version does not know is read as {@link Kind#LAGGED}.
     *
     * @throws dev.baton.support.json.JsonException if the line is malformed
     */
    static WakeupMessage read(String line) {
        JsonFields fields = new JsonFields("wakeup message", Json.parseObject(line));
        String code = fields.text("poke");
        for (Kind kind : Kind.values()) {
            if (kind.code().equals(code)) {
                return new WakeupMessage(
                        kind, fields.textOrEmpty("about"), fields.numberOrZero("epoch"), fields.textOrEmpty("for"));
            }
        }
        return of(Kind.LAGGED);
    }
}
