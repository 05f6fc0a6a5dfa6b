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

    /** The number of characters to insert, delete or replace. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
