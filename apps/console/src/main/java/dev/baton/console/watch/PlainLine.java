package dev.baton.console.watch;

/** A text of another process as one line of limited length, without control characters. */
final class PlainLine {
    private static final int MAX_LENGTH = 300;

    private PlainLine() {}

    static String of(String text) {
        String start = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "…" : text;
        return start.replaceAll("[\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069]", " ");
    }
}
