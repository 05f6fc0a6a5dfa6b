package dev.baton.cli;

import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.text.LogText;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The forms of a log line. Each entry is one line, except that text shows the lines of a message below each other. */
enum LogFormat {
    /** {@code 10:11:38.432 INFO state_change from=follower to=leader …}, for people. */
    TEXT {
        @Override
        String line(LogEntry entry) {
            String line = LocalTime.ofInstant(entry.time(), ZoneId.systemDefault())
                            .format(CLOCK) + " " + entry.level() + " " + entry.message();
            String whole =
                    entry.failure().map(failure -> line + "\n" + trace(failure)).orElse(line);
            StringBuilder text = new StringBuilder();
            // Further lines are indented: no message can look like an entry of its own.
            whole.strip().chars().forEach(character -> {
                if (character == '\n') {
                    text.append("\n  ");
                } else if (Character.isISOControl(character) && character != '\t' && character != '\r') {
                    text.append(String.format(Locale.ROOT, "\\u%04x", character));
                } else if (character != '\r') {
                    text.append((char) character);
                }
            });
            return text.toString();
        }
    },

    /** {@code time=… level=info event=state_change from=follower …}, for log collectors. */
    LOGFMT {
        @Override
        String line(LogEntry entry) {
            StringBuilder line = new StringBuilder();
            fields(entry)
                    .forEach((name, value) -> line.append(line.length() == 0 ? "" : " ")
                            .append(name)
                            .append('=')
                            .append(LogText.value(value)));
            return line.toString();
        }
    },

    /** One JSON object. */
    JSON {
        @Override
        String line(LogEntry entry) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            fields(entry)
                    .forEach((name, value) -> object.put(
                            name, NUMBERS.contains(name) && value.matches("-?\\d{1,19}") ? number(value) : value));
            return Json.write(object);
        }
    };

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** The fields of events that are numbers in JSON. */
    private static final Set<String> NUMBERS = Set.of("attempt", "epoch", "key1", "key2");

    /** Causes can form a circle. */
    private static final int MAX_CAUSES = 10;

    /** Returns the text of an entry, without the end of the last line. */
    abstract String line(LogEntry entry);

    /** Returns the format with this name. */
    static LogFormat of(String name) {
        return switch (name) {
            case "text" -> TEXT;
            case "logfmt" -> LOGFMT;
            case "json" -> JSON;
            default -> throw new UsageException("--log-format " + name + " is unknown: use text, logfmt or json");
        };
    }

    private static Map<String, String> fields(LogEntry entry) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("time", StatusJson.time(entry.time()));
        fields.put("level", entry.level().name().toLowerCase(Locale.ROOT));
        fields.put("logger", entry.logger());
        Map<String, String> event = entry.fields();
        event.forEach(fields::putIfAbsent);
        if (event.isEmpty()) {
            fields.put("message", entry.message());
        }
        entry.failure()
                .ifPresent(failure -> fields.put("exception", trace(failure).strip()));
        return fields;
    }

    private static Object number(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException tooLarge) {
            return value;
        }
    }

    private static String trace(Throwable failure) {
        StringBuilder text = new StringBuilder();
        append(text, "", failure, MAX_CAUSES);
        return text.toString();
    }

    private static void append(StringBuilder text, String role, Throwable failure, int causes) {
        text.append(role).append(failure).append('\n');
        for (StackTraceElement element : failure.getStackTrace()) {
            text.append("\tat ").append(element).append('\n');
        }
        if (causes == 0) {
            return;
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            append(text, "Suppressed: ", suppressed, causes - 1);
        }
        if (failure.getCause() != null) {
            append(text, "Caused by: ", failure.getCause(), causes - 1);
        }
    }
}
