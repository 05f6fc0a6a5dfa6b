package dev.baton.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of text with aligned columns. */
final class TextTable {
    private final List<String[]> rows = new ArrayList<>();
    private int[] widths = {};

    /** Replaces control characters. A text from a store can contain any, and a terminal would execute some. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Adds a row. All rows have the same number of cells. */
    TextTable row(Object... cells) {
        String[] row = new String[cells.length];
        widths = Arrays.copyOf(widths, cells.length);
        for (int i = 0; i < cells.length; i++) {
            row[i] = plain(String.valueOf(cells[i]));
            widths[i] = Math.max(widths[i], row[i].length());
        }
        rows.add(row);
        return this;
    }

    /** Returns the lines, each with a line feed. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                text.append(row[i]);
                if (i < row.length - 1) {
                    text.append(" ".repeat(widths[i] - row[i].length() + 2));
                }
            }
            text.append('\n');
        }
        return text.toString();
    }
}
