package dev.baton.support.text;

import java.util.Locale;

/** Values in log lines of the form {@code event key=value key="value with spaces"}. */
public final class LogText {

    private LogText() {}

    /** Returns the value as it is if it is one plain word, otherwise in quotes. */
    public static String value(String text) {
        return !text.isEmpty() && text.chars().allMatch(LogText::isPlain) ? text : quoted(text);
    }

    /** Returns the text in quotes. Quotes, backslashes and control characters are escaped: the result is one line. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.chars().forEach(character -> {
            switch (character) {
                case '"', '\\' -> quoted.append('\\').append((char) character);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (isControl(character)) {
                        quoted.append(String.format(Locale.ROOT, "\\u%04x", character));
                    } else {
                        quoted.append((char) character);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }

    private static boolean isPlain(int character) {
        return character > ' ' && character != '"' && character != '=' && character != '\\' && !isControl(character);
    }

    /** Also the two separators that some programs take for the end of a line. */
    private static boolean isControl(int character) {
        return Character.isISOControl(character) || character == '\u2028' || character == '\u2029';
    }
}
