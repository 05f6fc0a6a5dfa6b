package dev.baton.store;

import java.nio.charset.StandardCharsets;

/**
 * The key of a record: its type and its id within the type. Each has 1 to 512 characters without NUL, and both together have
 * at most 2600 bytes in UTF-8. Every database accepts every such key and keeps all of them apart.
 */
public record ObjectKey(String type, String id) {

    public ObjectKey {
        StoredText.name("object_type", type);
        StoredText.name("id", id);
        // Three bytes for each UTF-16 unit are the most, so that usual keys need not be encoded.
        if ((type.length() + id.length()) * 3 > StoredText.LONGEST_KEY_BYTES) {
            checkBytes(bytes(type) + bytes(id));
        }
    }

    private static void checkBytes(int bytes) {
        if (bytes > StoredText.LONGEST_KEY_BYTES) {
            throw new IllegalArgumentException("object_type and id must have at most " + StoredText.LONGEST_KEY_BYTES
                    + " bytes together, but have " + bytes);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public String toString() {
        return type + "/" + id;
    }
}
