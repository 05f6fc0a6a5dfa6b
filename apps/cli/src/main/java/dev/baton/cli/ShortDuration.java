package dev.baton.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 8ms}, {@code 1.5s}, {@code 4m12s}, {@code 3h12m}, {@code 5d}. */
final class ShortDuration {

    private static final Pattern LONG_MILLIS = Pattern.compile("\\b(\\d{4,12}) ms\\b");

    private ShortDuration() {}

    /** Returns the duration in milliseconds if it is below one second, otherwise in its two largest units. */
    static String exact(Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        if (millis < 1000) {
            return millis + "ms";
        }
        if (millis < 60_000) {
            return seconds(millis);
        }
        if (millis < 3_600_000) {
            return millis / 60_000 + "m" + rest(seconds(millis % 60_000));
        }
        long minutes = millis / 60_000;
        return minutes < 1440
                ? minutes / 60 + "h" + rest(minutes % 60 + "m")
                : minutes / 1440 + "d" + rest(minutes / 60 % 24 + "h");
    }

    /** Returns a text in which durations of a second and more are not in milliseconds. */
    static String in(String text) {
        return LONG_MILLIS.matcher(text).replaceAll(match -> exact(Duration.ofMillis(Long.parseLong(match.group(1)))));
    }

    /** Returns the duration in its largest unit, rounded down. */
    static String rounded(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m";
        }
        return seconds < 86_400 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + "s";
    }

    private static String rest(String part) {
        return part.matches("0.") ? "" : part;
    }
}
