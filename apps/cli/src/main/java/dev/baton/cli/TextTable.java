package dev.baton.cli;

import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows of text with aligned columns. On a terminal, long cells are cut in the middle until the rows fit its width. */
final class TextTable {
    private static final int GAP = 2;
    /** No column is cut to less, as long as the rows fit. */
    private static final int NARROWEST = 8;
    /** On a terminal that is narrower than that: a character, and where it was cut. */
    private static final int LEAST = 3;

    private final Set<Integer> kept = new HashSet<>();
    private final List<Integer> optional = new ArrayList<>();
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

    /** Cuts cells of these columns only if the others cannot be cut any more: words and times say nothing when they are cut. */
    TextTable keep(Integer... columnNumbers) {
        kept.addAll(List.of(columnNumbers));
        return this;
    }

    /** Leaves out these columns, the first one first, as long as the others would not fit without a cut of kept ones. */
    TextTable omit(Integer... columnNumbers) {
        optional.addAll(List.of(columnNumbers));
        return this;
    }

    /** Returns whether the rows fit without a cut. */
    boolean fits() {
        return excess(widths) <= 0;
    }

    private int excess(int[] of) {
        int shown = (int) Arrays.stream(of).filter(width -> width > 0).count();
        return Arrays.stream(of).sum() + GAP * (shown - 1) - columns;
    }

    /** Returns the lines, each with a line feed. */
    @Override
    public String toString() {
        int[] fitted = fittedWidths();
        StringBuilder text = new StringBuilder();
        for (ColouredText[] row : rows) {
            int last = lastShown(fitted);
            for (int i = 0; i <= last; i++) {
                if (fitted[i] == 0 && widths[i] > 0) {
                    continue;
                }
                String cell = cut(row[i].text(), fitted[i]);
                text.append(colours ? row[i].colour().paint(cell) : cell)
                        .append(i == last ? "\n" : " ".repeat(fitted[i] - cell.length() + GAP));
            }
        }
        return text.toString();
    }

    private int lastShown(int[] fitted) {
        int last = fitted.length - 1;
        while (fitted[last] == 0 && widths[last] > 0) {
            last--;
        }
        return last;
    }

    private int[] withoutOmitted() {
        int[] shown = widths.clone();
        for (int column : optional) {
            int[] narrowest = shown.clone();
            for (int i = 0; i < narrowest.length; i++) {
                narrowest[i] = kept.contains(i) ? shown[i] : Math.min(shown[i], NARROWEST);
            }
            if (excess(narrowest) <= 0) {
                break;
            }
            shown[column] = 0;
        }
        return shown;
    }

    private int[] fittedWidths() {
        int[] fitted = withoutOmitted();
        for (int excess = excess(fitted); excess > 0; excess--) {
            OptionalInt widest = widest(fitted, i -> !kept.contains(i) && fitted[i] > NARROWEST);
            if (widest.isEmpty()) {
                widest = widest(fitted, i -> kept.contains(i) && fitted[i] > NARROWEST);
            }
            if (widest.isEmpty()) {
                widest = widest(fitted, i -> fitted[i] > LEAST);
            }
            if (widest.isEmpty()) {
                break;
            }
            fitted[widest.getAsInt()]--;
        }
        return fitted;
    }

    /** Returns the widest column that may be cut; empty if there is none. */
    private static OptionalInt widest(int[] fitted, IntPredicate mayBeCut) {
        return IntStream.range(0, fitted.length)
                .filter(mayBeCut)
                .reduce((one, other) -> fitted[other] > fitted[one] ? other : one);
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
