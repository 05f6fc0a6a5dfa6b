package dev.baton.cli;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as scripts write them: {@code 500ms}, {@code 10s}, {@code 5m}, or a bare number of seconds. */
final class DurationText {
    private static final BigDecimal LONGEST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

    private DurationText() {}

    /** The duration that the text is. */
    static Duration parse(String option, String text) {
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
        if (!isPlainNumber(number)) {
            throw new UsageException(option + " " + text
                    + " is not a duration: write 500ms, 10s or 5m, or a bare number of seconds such as 2.5");
        }
        BigDecimal nanos = new BigDecimal(number).multiply(BigDecimal.valueOf(unitNanos));
        if (nanos.compareTo(LONGEST_NANOS) > 0) {
            throw new UsageException(option + " " + text + " is too long: the longest is 292 years");
        }
        return Duration.ofNanos(nanos.longValue());
    }

    private static boolean isPlainNumber(String text) {
        int digits = 0;
        int points = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.') {
                points++;
            } else {
                return false;
            }
        }
        return digits > 0 && points <= 1 && digits <= 20;
    }
}
