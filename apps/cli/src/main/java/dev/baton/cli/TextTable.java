package dev.baton.cli;

import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of text with aligned columns. */
final class TextTable {
    private final List<String[]> rows = new ArrayList<>();
    private int[] widths = {};

    /**
     * Replaces control characters, and those that change the direction of text. A text from a store can contain any, and a
     * terminal would execute some.
     */
    static String plain(String text) {
        return text.replaceAll("[\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069]", "?");
    }

    /** Returns the text as {@link #plain}, but with its line breaks, and with each further line indented. */
    static String lines(String text) {
        return text.lines().map(TextTable::plain).collect(Collectors.joining("\n      "));
    }

    /** Adds a row of JSON values. All rows have the same number of cells. */
    TextTable row(@Nullable Object... cells) {
        String[] row = new String[cells.length];
        widths = Arrays.copyOf(widths, cells.length);
        for (int i = 0; i < cells.length; i++) {
            row[i] = plain(text(cells[i]));
            widths[i] = Math.max(widths[i], row[i].length());
        }
        rows.add(row);
        return this;
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "-";
        }
        return value instanceof String text ? text : Json.write(value);
    }

    /** Returns the lines, each with a line feed. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            for (int i = 0; i < row.length - 1; i++) {
                text.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 2));
            }
            text.append(row[row.length - 1]).append('\n');
        }
        return text.toString();
    }
}
