package dev.baton.store;

import java.nio.charset.StandardCharsets;

/** The key of a record: its type and its id within the type. */
public record ObjectKey(String type, String id) {
    static final int LONGEST = 512;

    public ObjectKey {
        check("object_type", type);
        check("id", id);
    }

    private static void check(String what, String text) {
        if (text.isEmpty() || text.length() > LONGEST || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + LONGEST + " characters without NUL, but has " + text.length());
        }
        // Half a surrogate pair is stored as another character, so that two ids would be one record.
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(what + " contains half a surrogate pair, which is not a character");
        }
    }

    @Override
    public String toString() {
        return type + "/" + id;
    }
}
