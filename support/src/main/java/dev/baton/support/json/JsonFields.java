package dev.baton.support.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, read by type; a missing or wrong one is named in the error.
 *
 * @param what the object is, for the errors
 */
public record JsonFields(String what, Map<String, @Nullable Object> object) {
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");

    /** Returns the fields of a value that must be an object. */
    @SuppressWarnings("unchecked") // The keys of a JSON object are strings.
    public static JsonFields of(String what, @Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return new JsonFields(what, (Map<String, @Nullable Object>) object);
        }
        throw new JsonException(what + " has to be an object");
    }

    /** A text that has to be there and not be empty. */
    public String text(String key) {
        if (object.get(key) instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw wrong(key, "a text");
    }

    /** A text that may be missing. */
    public Optional<String> optionalText(String key) {
        return object.get(key) == null ? Optional.empty() : Optional.of(text(key));
    }

    /** A text; empty if it is missing or not a text. */
    public String textOrEmpty(String key) {
        return object.get(key) instanceof String text ? text : "";
    }

    /** A whole number that has to be there. */
    public long number(String key) {
        return required(key, Long.class, "a whole number");
    }

    /** A whole number, or the given one when it is missing. */
    public long number(String key, long otherwise) {
        return object.get(key) == null ? otherwise : number(key);
    }

    /** A whole number; 0 if it is missing or not a whole number. */
    public long numberOrZero(String key) {
        return object.get(key) instanceof Long number ? number : 0;
    }

    /** A number that has to be there, whole or not. */
    public double decimal(String key) {
        return required(key, Number.class, "a number").doubleValue();
    }

    /** A list that has to be there. */
    public List<?> list(String key) {
        return required(key, List.class, "a list");
    }

    /** True or false, and nothing else. */
    public boolean flag(String key) {
        return required(key, Boolean.class, "true or false");
    }

    /** True or false, or the given one when it is missing. */
    public boolean flag(String key, boolean otherwise) {
        return object.get(key) == null ? otherwise : flag(key);
    }

    /** An RFC 3339 time, not before the year 0, whose milliseconds fit: differences between two of them do not overflow. */
    public Instant time(String key) {
        try {
            Instant time = OffsetDateTime.parse(text(key)).toInstant();
            if (time.toEpochMilli() >= EARLIEST.toEpochMilli()) {
                return time;
            }
        } catch (DateTimeException | ArithmeticException notATime) {
            // Reported below.
        }
        throw wrong(key, "an RFC 3339 time");
    }

    private <T> T required(String key, Class<T> type, String expected) {
        Object value = object.get(key);
        if (!type.isInstance(value)) {
            throw wrong(key, expected);
        }
        return type.cast(value);
    }

    private JsonException wrong(String key, String expected) {
        return new JsonException(what + ": \"" + key + "\" has to be " + expected + ", but is "
                + (object.containsKey(key) ? Json.write(object.get(key)) : "missing"));
    }
}
