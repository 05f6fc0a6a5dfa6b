package dev.baton.file.process;

import dev.baton.file.record.ClaimOwner;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line from process to process: look here, something changed. It carries no truth; whoever hears it
 * reads the files.
 *
 * @param about the election, or the process that says hello; may be empty
 * @param reservedFor who should lead next, for a release; may be empty
 */
public record WakeupMessage(Kind kind, String about, long epoch, String reservedFor) {

    /** What there is to look at. */
    public enum Kind {
        /** A new process is here. */
        HELLO,
        ACQUIRED,
        RELEASED,
        /** A control frame was put down. */
        CONTROL,
        /** Pokes were dropped: anything may have changed. */
        LAGGED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static WakeupMessage of(Kind kind) {
        return new WakeupMessage(kind, "", 0, "");
    }

    String line() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("poke", kind.word());
        object.put("about", about);
        object.put("epoch", epoch);
        object.put("for", reservedFor);
        return Json.write(object) + "\n";
    }

    /** A poke, or a {@link dev.baton.support.json.JsonException}. */
    static WakeupMessage read(String line) {
        Map<String, @Nullable Object> object = Json.parseObject(line);
        String word = new JsonFields("poke", object).text("poke");
        for (Kind kind : Kind.values()) {
            if (kind.word().equals(word)) {
                return new WakeupMessage(
                        kind,
                        ClaimOwner.text(object, "about"),
                        ClaimOwner.number(object, "epoch"),
                        ClaimOwner.text(object, "for"));
            }
        }
        return of(Kind.LAGGED);
    }
}
