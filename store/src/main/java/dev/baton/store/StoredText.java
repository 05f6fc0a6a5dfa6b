package dev.baton.store;

import java.nio.charset.StandardCharsets;

/**
 * The texts that every database stores and compares in the same way: characters of Unicode without NUL. PostgreSQL cannot
 * store NUL, and half a surrogate pair is stored as another character, so that two ids would be one record.
 */
final class StoredText {
    /** The longest type or id, in UTF-16 units. */
    static final int LONGEST_NAME = 512;

    /** The bytes of a type and an id together: with its overhead, an index entry of PostgreSQL has 2704 at most. */
    static final int LONGEST_KEY_BYTES = 2600;

    /** The longest payload, in UTF-16 units. Its bytes fit into a packet of 16 MB, the default limit of MariaDB. */
    static final int LONGEST_PAYLOAD = 4 << 20;

    private StoredText() {}

    /** Returns a type or an id. */
    static String name(String what, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(what + " must have 1 to " + LONGEST_NAME + " characters, but has 0");
        }
        return checked(what, text, LONGEST_NAME);
    }

    /** Returns a payload. */
    static String payload(ObjectKey key, String text) {
        return checked("the payload of " + key, text, LONGEST_PAYLOAD);
    }

    /** Returns a limit of a listing, which may be empty or longer than any id. */
    static String bound(String what, String text) {
        return checked(what, text, 2 * LONGEST_NAME);
    }

    private static String checked(String what, String text, int longest) {
        if (text.length() > longest) {
            throw new IllegalArgumentException(
                    what + " must have at most " + longest + " characters, but has " + text.length());
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " contains NUL at position " + text.indexOf('\0') + ", which not every database can store");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(what + " contains half a surrogate pair, which is not a character");
        }
        return text;
    }
}
