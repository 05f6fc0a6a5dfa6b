package dev.baton.cli;

import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of text with aligned columns. On a terminal, long cells are cut in the middle until the rows fit its width. */
final class TextTable {
    private static final int GAP = 2;
    /** No column is cut to less. */
    private static final int NARROWEST = 8;

    private final List<ColouredText[]> rows = new ArrayList<>();
    private final boolean colours;
    private final int columns;
    private final String ellipsis;
    private int[] widths = {};

    private TextTable(boolean colours, int columns, String ellipsis) {
        this.colours = colours;
        this.columns = columns;
        this.ellipsis = ellipsis;
    }

    /** Creates a table without colours that is as wide as its content. */
    TextTable() {
        this(false, Integer.MAX_VALUE, "");
    }

    /** Returns a table for stdout, with colours and a limited width if that is a terminal. */
    static TextTable on(CommandContext context) {
        return new TextTable(context.colours(), context.columns(), context.symbols() ? "…" : "..");
    }

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

    /** Adds a row of coloured texts and JSON values. All rows have the same number of cells. */
    TextTable row(@Nullable Object... cells) {
        ColouredText[] row = new ColouredText[cells.length];
        widths = Arrays.copyOf(widths, cells.length);
        for (int i = 0; i < cells.length; i++) {
            row[i] = cells[i] instanceof ColouredText given
                    ? given.colour().of(plain(given.text()))
                    : TextColour.NONE.of(plain(text(cells[i])));
            widths[i] = Math.max(widths[i], row[i].text().length());
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
        int[] fitted = fittedWidths();
        StringBuilder text = new StringBuilder();
        for (ColouredText[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                String cell = cut(row[i].text(), fitted[i]);
                text.append(colours ? row[i].colour().paint(cell) : cell)
                        .append(i == row.length - 1 ? "\n" : " ".repeat(fitted[i] - cell.length() + GAP));
            }
        }
        return text.toString();
    }

    private int[] fittedWidths() {
        int[] fitted = widths.clone();
        int excess = Arrays.stream(fitted).sum() + GAP * (fitted.length - 1) - columns;
        for (; excess > 0; excess--) {
            int widest = 0;
            for (int i = 1; i < fitted.length; i++) {
                widest = fitted[i] > fitted[widest] ? i : widest;
            }
            if (fitted[widest] <= NARROWEST) {
                break;
            }
            fitted[widest]--;
        }
        return fitted;
    }

    /** The ends of a long name distinguish it from its neighbours, so the middle is left out. */
    private String cut(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        int kept = width - ellipsis.length();
        return text.substring(0, kept - kept / 2) + ellipsis + text.substring(text.length() - kept / 2);
    }
}
