package dev.baton.support.json;

import java.util.Set;

/**
 * What a reader accepts, and what it keeps as text.
 *
 * @param longest the maximum number of characters
 * @param deepest the maximum depth of lists and objects, without those in raw values
 * @param rawKeys the keys whose values are returned as {@link RawJson}, wherever they occur
 */
public record JsonFormat(int longest, int deepest, Set<String> rawKeys) {
    private static final int LONGEST = 1 << 20;
    private static final int DEEPEST = 32;

    /** The format of {@link Json#parse(String)}: a megabyte, depth 32, nothing raw. */
    public static final JsonFormat STRICT = new JsonFormat(LONGEST, DEEPEST, Set.of());

    public JsonFormat {
        rawKeys = Set.copyOf(rawKeys);
    }

    /** Returns a format for texts of any length whose values with these keys stay as they are. */
    public static JsonFormat ofAnyLength(String... rawKeys) {
        return new JsonFormat(Integer.MAX_VALUE, DEEPEST, Set.of(rawKeys));
    }
}
