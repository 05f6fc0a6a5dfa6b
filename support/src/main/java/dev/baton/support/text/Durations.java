package dev.baton.support.text;

import java.math.BigDecimal;
import java.time.Duration;

/** Parses durations: {@code 500ms}, {@code 10s}, {@code 5m}, or a bare number of seconds; fractions are allowed. */
public final class Durations {
    private static final BigDecimal LONGEST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

    private Durations() {}

    /**
     * Returns the duration.
     *
     * @param name the option or parameter, exactly as the user wrote it
     * @throws IllegalArgumentException if the text is not a duration, with the name and the text
     */
    public static Duration parse(String name, String text) {
        long unitNanos = 1_000_000_000L;
        String number = text;
        if (text.endsWith("ms")) {
            unitNanos = 1_000_000L;
            number = text.substring(0, text.length() - 2);
        } else if (text.endsWith("s")) {
            number = text.substring(0, text.length() - 1);
        } else if (text.endsWith("m")) {
            unitNanos = 60_000_000_000L;
            number = text.substring(0, text.length() - 1);
        }
        if (!number.matches("(?=.*\\d)\\d{0,20}(\\.\\d{0,20})?")) {
            throw new IllegalArgumentException(name + (name.startsWith("-") ? " " : "=") + text
                    + " is not a duration: write 500ms, 10s or 5m, or a bare number of seconds such as 2.5");
        }
        BigDecimal nanos =
                new BigDecimal(number.startsWith(".") ? "0" + number : number).multiply(BigDecimal.valueOf(unitNanos));
        if (nanos.compareTo(LONGEST_NANOS) > 0) {
            throw new IllegalArgumentException(
                    name + (name.startsWith("-") ? " " : "=") + text + " is too long: the maximum is 292 years");
        }
        return Duration.ofNanos(nanos.longValue());
    }
}
