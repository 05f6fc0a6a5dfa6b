package dev.baton.reconcile;

import java.util.function.Function;

/**
 * Converts values of the user to text in a record and back.
 *
 * @param write encodes a value
 * @param read decodes a value; throws any runtime exception if the text is malformed
 */
public record ResourceCodec<V>(Function<V, String> write, Function<String, V> read) {

    /** Returns a codec for plain text. */
    public static ResourceCodec<String> plain() {
        return new ResourceCodec<>(text -> text, text -> text);
    }
}
