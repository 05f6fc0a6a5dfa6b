package dev.baton.spi.recipe;

import java.util.regex.Pattern;

/** A number that a key should contain. */
public record OptionalEpoch(boolean isReadable, long orZero) {
    public static final OptionalEpoch NONE = new OptionalEpoch(false, 0);
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}");

    public static OptionalEpoch parse(String text) {
        try {
            return NUMBER.matcher(text).matches() ? new OptionalEpoch(true, Long.parseLong(text)) : NONE;
        } catch (NumberFormatException tooLarge) {
            return NONE;
        }
    }
}
