package dev.baton.support.json;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * JSON text to and from maps, lists, strings, numbers (Long or Double), booleans and null, and {@link RawJson}.
 * Objects keep the order of their keys.
 */
public final class Json {

    private Json() {}

    /** The value that the text is. */
    public static @Nullable Object parse(String text) {
        return parse(text, JsonFormat.STRICT);
    }

    /** Returns the value that the text is, in this format. */
    public static @Nullable Object parse(String text, JsonFormat format) {
        return new JsonReader(text, format).read();
    }

    /** The object that the text is. */
    public static Map<String, @Nullable Object> parseObject(String text) {
        return parseObject(text, JsonFormat.STRICT);
    }

    /** Returns the object that the text is, in this format. */
    @SuppressWarnings("unchecked")
    public static Map<String, @Nullable Object> parseObject(String text, JsonFormat format) {
        if (parse(text, format) instanceof Map<?, ?> object) {
            return (Map<String, @Nullable Object>) object;
        }
        throw new JsonException("expected a JSON object");
    }

    /** Returns what the supplier reads from JSON; empty if that is malformed. */
    public static <T> Optional<T> ifWellFormed(Supplier<T> reader) {
        try {
            return Optional.of(reader.get());
        } catch (JsonException malformed) {
            return Optional.empty();
        }
    }

    /** The text of the value, on one line. */
    public static String write(@Nullable Object value) {
        StringBuilder out = new StringBuilder(128);
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, @Nullable Object value) {
        if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
            out.append(value);
        } else if (value instanceof Double number) {
            if (number.isNaN() || number.isInfinite()) {
                throw new JsonException("JSON has no number " + number);
            }
            out.append(number);
        } else if (value instanceof RawJson raw) {
            out.append(raw.text());
        } else if (value instanceof CharSequence text) {
            appendString(out, text);
        } else if (value instanceof Map<?, ?> object) {
            appendObject(out, object);
        } else if (value instanceof List<?> list) {
            appendList(out, list);
        } else {
            throw new JsonException("not a JSON value: " + value.getClass().getName());
        }
    }

    private static void appendObject(StringBuilder out, Map<?, ?> object) {
        char before = '{';
        for (Map.Entry<?, ?> entry : object.entrySet()) {
            out.append(before);
            appendString(out, String.valueOf(entry.getKey()));
            out.append(':');
            append(out, entry.getValue());
            before = ',';
        }
        out.append(object.isEmpty() ? "{}" : "}");
    }

    private static void appendList(StringBuilder out, List<?> list) {
        char before = '[';
        for (Object element : list) {
            out.append(before);
            append(out, element);
            before = ',';
        }
        out.append(list.isEmpty() ? "[]" : "]");
    }

    public static void appendString(StringBuilder out, CharSequence text) {
        char[] chars = text.toString().toCharArray();
        out.append('"');
        int done = 0;
        for (int i = 0; i < chars.length; i++) {
            char c = chars[i];
            if ((c < 0x20 || c == '"' || c == '\\' || c > 0x7e) && !isPlain(c)) {
                out.append(chars, done, i - done).append(escaped(c));
                done = i + 1;
            }
        }
        out.append(chars, done, chars.length - done).append('"');
    }

    private static boolean isPlain(char c) {
        return c >= 0x20
                && c != '"'
                && c != '\\'
                && c != 0x7f
                && !Character.isSurrogate(c)
                && c != '\u2028'
                && c != '\u2029';
    }

    private static String escaped(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(Locale.ROOT, "\\u%04x", (int) c);
        };
    }
}
