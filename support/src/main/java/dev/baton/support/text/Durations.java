package dev.baton.support.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations: {@code 500ms}, {@code 10s}, {@code 5m}, or a bare number of seconds; fractions are allowed. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(?=.*\\d)(\\d{0,20}(?:\\.\\d{0,20})?)(ms|s|m|)");
    private static final BigDecimal LONGEST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

    private Durations() {}

    /**
     * Returns the duration.
     *
     * @param name the option or parameter, exactly as the user wrote it
     * @throws IllegalArgumentException if the text is not a duration, with the name and the text
     */
    public static Duration parse(String name, String text) {
        String given = name + (name.startsWith("-") ? " " : "=") + text;
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    given + " is not a duration: write 500ms, 10s or 5m, or a bare number of seconds such as 2.5");
        }
        BigDecimal unit = BigDecimal.valueOf(
                switch (parts.group(2)) {
                    case "ms" -> 1_000_000L;
                    case "m" -> 60_000_000_000L;
                    default -> 1_000_000_000L;
                });
        BigDecimal nanos = new BigDecimal(parts.group(1)).multiply(unit);
        if (nanos.compareTo(LONGEST_NANOS) > 0) {
            throw new IllegalArgumentException(given + " is too long: the maximum is 292 years");
        }
        return Duration.ofNanos(nanos.longValue());
    }
}
