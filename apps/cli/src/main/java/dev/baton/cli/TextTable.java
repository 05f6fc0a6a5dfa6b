package dev.baton.cli;

import java.io.PrintStream;
import java.util.List;

/** Rows of text with their columns aligned. */
final class TextTable {

    private TextTable() {}

    /** What came from a store may hold anything; a terminal takes some of it for orders. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    static void print(List<String[]> rows, PrintStream out) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]);
                if (i < row.length - 1) {
                    line.append(" ".repeat(widths[i] - row[i].length() + 2));
                }
            }
            out.println(line);
        }
    }
}
