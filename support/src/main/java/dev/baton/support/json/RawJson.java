package dev.baton.support.json;

/**
 * A JSON value that is kept exactly as it was written: digits of numbers, escapes, white space and repeated keys. {@link
 * Json#write} copies it.
 *
 * @param text one well-formed JSON value
 */
public record RawJson(String text) {

    /**
     * Checks a text of any length and depth.
     *
     * @throws JsonException if it is not exactly one JSON value
     */
    public RawJson {
        JsonScanner scanner = new JsonScanner(text.toCharArray(), 0);
        scanner.skipValue();
        scanner.expectEnd();
    }

    @Override
    public String toString() {
        return text;
    }
}
