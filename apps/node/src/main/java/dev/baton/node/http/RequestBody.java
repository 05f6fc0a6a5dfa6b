package dev.baton.node.http;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON object of a request, read by type; what is wrong with it is a 400 that says so. */
final class RequestBody {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_:-][A-Za-z0-9._:-]{0,127}");

    private final Map<String, @Nullable Object> object;

    private RequestBody(Map<String, @Nullable Object> object) {
        this.object = object;
    }

    /** A body with no other fields than these, and {@code leader_epoch}; nothing at all is an empty object. */
    static RequestBody parse(String text, Set<String> known) {
        Map<String, @Nullable Object> object;
        try {
            object = text.isBlank() ? Map.of() : Json.parseObject(text);
        } catch (JsonException malformed) {
            throw ApiException.badRequest(String.valueOf(malformed.getMessage()));
        }
        Set<String> unknown = new TreeSet<>(object.keySet());
        unknown.removeAll(known);
        unknown.remove("leader_epoch");
        if (!unknown.isEmpty()) {
            throw ApiException.badRequest("unknown fields: " + String.join(", ", unknown) + "; known are "
                    + String.join(", ", new TreeSet<>(known)) + " and leader_epoch");
        }
        return new RequestBody(object);
    }

    boolean has(String key) {
        return object.get(key) != null;
    }

    @Nullable
    Object value(String key) {
        return object.get(key);
    }

    /** A name as elections have them. */
    String name(String key) {
        return checkedName(key, text(key, 128));
    }

    static String checkedName(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw ApiException.badRequest(
                    what + " has to be 1 to 128 of A-Z a-z 0-9 . _ : - and not to start with a dot");
        }
        return name;
    }

    String text(String key, int longest) {
        if (object.get(key) instanceof String text && !text.isEmpty()) {
            if (text.length() > longest) {
                throw wrong(key, "at most " + longest + " characters long");
            }
            // A zero character is no text for PostgreSQL.
            if (text.indexOf('\0') >= 0) {
                throw wrong(key, "without a zero character");
            }
            return text;
        }
        throw wrong(key, "a text that is not empty");
    }

    /** A text whose end is kept when it is too long; a zero character becomes a replacement. */
    Optional<String> tail(String key, int longest) {
        if (!has(key)) {
            return Optional.empty();
        }
        if (object.get(key) instanceof String text) {
            String end = text.length() > longest ? text.substring(text.length() - longest) : text;
            return Optional.of(end.replace('\0', '\uFFFD'));
        }
        throw wrong(key, "a text");
    }

    long whole(String key, long least, long most) {
        if (object.get(key) instanceof Long number && number >= least && number <= most) {
            return number;
        }
        throw wrong(key, "a whole number from " + least + " to " + most);
    }

    Optional<Long> optionalWhole(String key, long least, long most) {
        return has(key) ? Optional.of(whole(key, least, most)) : Optional.empty();
    }

    /** Seconds, fractions allowed. */
    Optional<Duration> seconds(String key, double least, double most) {
        if (!has(key)) {
            return Optional.empty();
        }
        if (object.get(key) instanceof Number number && number.doubleValue() >= least && number.doubleValue() <= most) {
            return Optional.of(Duration.ofMillis(Math.round(number.doubleValue() * 1000)));
        }
        throw wrong(key, "a number of seconds from " + least + " to " + most);
    }

    boolean flag(String key) {
        if (!has(key)) {
            return false;
        }
        if (object.get(key) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, "true or false");
    }

    /** The words of a command; empty when there is none. */
    List<String> words(String key) {
        if (!has(key)) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        if (object.get(key) instanceof List<?> list && !list.isEmpty()) {
            for (Object word : list) {
                if (!(word instanceof String text) || text.indexOf('\0') >= 0) {
                    throw wrong(key, "a list of texts, the words of a command");
                }
                words.add(text);
            }
            if (!words.get(0).isEmpty()) {
                return words;
            }
        }
        throw wrong(key, "a list of texts, the words of a command");
    }

    private static ApiException wrong(String key, String expected) {
        return ApiException.badRequest("\"" + key + "\" has to be " + expected);
    }
}
