package dev.baton.support.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the known word that a misspelt one probably means. */
public final class Suggestion {

    private Suggestion() {}

    /** Returns {@code "; did you mean NAME?"} with the closest known word, or nothing if none is close enough. */
    public static String text(String given, Collection<String> known) {
        String word = given.toLowerCase(Locale.ROOT);
        int tolerance = Math.max(1, word.length() / 3);
        return known.stream()
                .filter(candidate -> distance(word, candidate.toLowerCase(Locale.ROOT)) <= tolerance)
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    /** The number of characters to insert, delete, replace or swap with their neighbour. */
    private static int distance(String a, String b) {
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : step(rows, a, b, i, j);
            }
        }
        return rows[a.length()][b.length()];
    }

    private static int step(int[][] rows, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int steps = Math.min(rows[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(steps, rows[i - 2][j - 2] + 1) : steps;
    }
}
