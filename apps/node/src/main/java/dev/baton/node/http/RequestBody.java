package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.Labels;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFormat;
import dev.baton.support.json.RawJson;
import dev.baton.support.text.Names;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The JSON object of a request, read by type. A wrong field is a 400 that names it. */
record RequestBody(Map<String, @Nullable Object> object) {
    /** The size of a body is limited in bytes; see {@link NodeHttpServer}. */
    private static final JsonFormat FORMAT = JsonFormat.ofAnyLength("payload");

    /** Parses a body with these fields and {@code leader_epoch}; an empty body is an empty object. */
    static RequestBody parse(String text, Set<String> fields) {
        Map<String, @Nullable Object> object;
        try {
            object = text.isBlank() ? Map.of() : Json.parseObject(text, FORMAT);
        } catch (JsonException malformed) {
            throw ApiException.badRequest(String.valueOf(malformed.getMessage()));
        }
        Set<String> allowed = new TreeSet<>(fields);
        allowed.add("leader_epoch");
        Set<String> unknown = new TreeSet<>(object.keySet());
        unknown.removeAll(allowed);
        if (!unknown.isEmpty()) {
            throw ApiException.badRequest(
                    "unknown fields: " + String.join(", ", unknown) + "; allowed are " + String.join(", ", allowed));
        }
        return new RequestBody(object);
    }

    Optional<Object> value(String key) {
        return Optional.ofNullable(object.get(key));
    }

    /** Returns a name as elections have. */
    String name(String key) {
        return checkedName(key, text(key, 128));
    }

    static String checkedName(String what, String name) {
        if (!Names.isName(name)) {
            throw ApiException.badRequest(
                    what + " must be 1 to 128 of A-Z a-z 0-9 . _ : - and must not start with a dot");
        }
        return name;
    }

    /** Parses a whole number outside the body. */
    static long number(String text, long least, long most, String error) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Same error as a number out of range.
        }
        throw ApiException.badRequest(error);
    }

    String text(String key, int longest) {
        if (object.get(key) instanceof String text && !text.isEmpty()) {
            if (text.length() > longest) {
                throw wrong(key, "at most " + longest + " characters long");
            }
            return storable(key, text);
        }
        throw wrong(key, "a text that is not empty");
    }

    /** Refuses what not every database stores unchanged. */
    private static String storable(String key, String text) {
        if (text.indexOf('\0') >= 0) {
            throw wrong(key, "without U+0000");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw wrong(key, "Unicode text, without half of a surrogate pair");
        }
        return text;
    }

    /** Returns opaque JSON exactly as it was sent; empty if it is null. */
    Optional<RawJson> payload(String key) {
        if (object.get(key) instanceof RawJson raw) {
            if (raw.text().getBytes(StandardCharsets.UTF_8).length > JobSpec.LARGEST_PAYLOAD) {
                throw new ApiException(
                        413,
                        "TOO_LARGE",
                        "\"" + key + "\" is larger than " + JobSpec.LARGEST_PAYLOAD + " bytes of JSON");
            }
            return Optional.of(raw);
        }
        return Optional.empty();
    }

    /** Returns the last part of a text. U+0000 and half of a surrogate pair, which cannot be stored, become U+FFFD. */
    Optional<String> tail(String key, int longest) {
        return value(key).map(value -> {
            if (value instanceof String text) {
                String tail =
                        text.substring(Math.max(0, text.length() - longest)).replace('\0', '\uFFFD');
                return tail.codePoints()
                        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '\uFFFD' : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            }
            throw wrong(key, "a text");
        });
    }

    long whole(String key, long least, long most) {
        if (object.get(key) instanceof Long number && number >= least && number <= most) {
            return number;
        }
        throw wrong(key, "a whole number from " + least + " to " + most);
    }

    Optional<Long> optionalWhole(String key, long least, long most) {
        return value(key).map(present -> whole(key, least, most));
    }

    Optional<Integer> optionalInt(String key, int least, int most) {
        return optionalWhole(key, least, most).map(Long::intValue);
    }

    /** Returns a number of seconds; fractions are allowed. */
    Optional<Duration> seconds(String key, double least, double most) {
        return value(key).map(value -> {
            if (value instanceof Number number && number.doubleValue() >= least && number.doubleValue() <= most) {
                return Duration.ofMillis(Math.round(number.doubleValue() * 1000));
            }
            throw wrong(key, "a number of seconds from " + least + " to " + most);
        });
    }

    boolean flag(String key) {
        if (value(key).orElse(false) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, "true or false");
    }

    /** Returns a command and its arguments; empty if there is none. */
    List<String> words(String key, int largest) {
        if (value(key).isEmpty()) {
            return List.of();
        }
        if (!(object.get(key) instanceof List<?> list)
                || list.isEmpty()
                || "".equals(list.get(0))
                || !list.stream().allMatch(String.class::isInstance)) {
            throw wrong(key, "a list of texts: a command and its arguments");
        }
        List<String> words =
                list.stream().map(word -> storable(key, String.valueOf(word))).toList();
        long bytes = words.stream()
                .mapToLong(word -> word.getBytes(StandardCharsets.UTF_8).length + 1L)
                .sum();
        if (bytes > largest) {
            throw wrong(key, "at most " + largest + " bytes long, with one more byte for each word");
        }
        return words;
    }

    /** Returns a set of labels; empty if there is none. */
    Labels labels(String key) {
        if (value(key).isEmpty()) {
            return Labels.NONE;
        }
        if (object.get(key) instanceof List<?> list
                && list.size() <= Labels.MAX
                && list.stream().allMatch(label -> label instanceof String text && Names.isName(text))) {
            return new Labels(list.stream().map(String::valueOf).toList());
        }
        throw wrong(key, "a list of at most " + Labels.MAX + " labels, each of 1 to 128 of A-Z a-z 0-9 . _ : -");
    }

    private static ApiException wrong(String key, String expected) {
        return ApiException.badRequest("\"" + key + "\" must be " + expected);
    }
}
