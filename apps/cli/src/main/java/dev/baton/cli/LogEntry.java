package dev.baton.cli;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.event.Level;

/** One entry of the log. */
record LogEntry(Instant time, Level level, String logger, String message, Optional<Throwable> failure) {
    /** Nothing is tried again: that would need a call for every character of a value, and a long one does not fit on the stack. */
    private static final String FIELD = " ([a-z][a-z0-9_]*)=(\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\s\"=]*)";

    private static final Pattern ONE_FIELD = Pattern.compile(FIELD);
    private static final Pattern EVENT = Pattern.compile("([a-z][a-z_]*)(?:" + FIELD + ")++");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-f]{4})|(.))");

    /**
     * Returns the name of the event, as {@code event}, and its fields, if the message has the form
     * {@code event key=value …}. Otherwise empty.
     */
    Map<String, String> fields() {
        Matcher event = EVENT.matcher(message);
        Map<String, String> fields = new LinkedHashMap<>();
        if (event.matches()) {
            fields.put("event", event.group(1));
            Matcher field = ONE_FIELD.matcher(message);
            while (field.find()) {
                fields.putIfAbsent(field.group(1), unquoted(field.group(2)));
            }
        }
        return fields;
    }

    private static String unquoted(String value) {
        return value.startsWith("\"")
                ? ESCAPE.matcher(value.substring(1, value.length() - 1)).replaceAll(LogEntry::unescaped)
                : value;
    }

    private static String unescaped(MatchResult escape) {
        String text = escape.group(1) == null
                ? switch (escape.group(2)) {
                    case "n" -> "\n";
                    case "r" -> "\r";
                    case "t" -> "\t";
                    default -> escape.group(2);
                }
                : Character.toString(Integer.parseInt(escape.group(1), 16));
        return Matcher.quoteReplacement(text);
    }
}
