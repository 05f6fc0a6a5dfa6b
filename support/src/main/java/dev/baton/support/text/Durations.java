package dev.baton.support.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations: {@code 500ms}, {@code 10s}, {@code 5m}, {@code 2h}, or a bare number of seconds; fractions are allowed. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(?=.*\\d)(\\d{0,20}(?:\\.\\d{0,20})?)(ms|s|m|h|)");

    /** The longest duration of a setting, ten years: the sum of several still fits into nanoseconds. */
    public static final Duration LONGEST = Duration.ofDays(3650);

    private static final BigDecimal LONGEST_NANOS = BigDecimal.valueOf(LONGEST.toNanos());

    private Durations() {}

    /**
     * Checks a duration that was not parsed.
     *
     * @throws IllegalArgumentException if it is longer than {@link #LONGEST}, with both values
     */
    public static void refuseTooLong(String name, Duration given) {
        if (given.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    name + " must be at most " + LONGEST.toHours() + " h (ten years), but is " + given);
        }
    }

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
                    given + " is not a duration: write 500ms, 10s, 5m or 2h, or a bare number of seconds such as 2.5");
        }
        BigDecimal unit = BigDecimal.valueOf(
                switch (parts.group(2)) {
                    case "ms" -> 1_000_000L;
                    case "m" -> 60_000_000_000L;
                    case "h" -> 3_600_000_000_000L;
                    default -> 1_000_000_000L;
                });
        BigDecimal nanos = new BigDecimal(parts.group(1)).multiply(unit);
        if (nanos.compareTo(LONGEST_NANOS) > 0) {
            throw new IllegalArgumentException(given + " is too long: the maximum is " + LONGEST.toHours() + "h");
        }
        return Duration.ofNanos(nanos.longValue());
    }

    /** Returns milliseconds if the duration is a whole number of them, otherwise the exact ISO form. */
    public static String text(Duration duration) {
        boolean fits = duration.compareTo(LONGEST) <= 0 && duration.compareTo(LONGEST.negated()) >= 0;
        return fits && duration.equals(Duration.ofMillis(duration.toMillis()))
                ? duration.toMillis() + " ms"
                : duration.toString();
    }
}
