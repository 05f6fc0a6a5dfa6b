package dev.baton.reconcile;

import java.util.function.Function;

/**
 * How a value of the user's is written in a record.
 *
 * @param read throws any runtime exception on text that is no such value
 */
public record ResourceCodec<V>(Function<V, String> write, Function<String, V> read) {

    /** Text as it is. */
    public static ResourceCodec<String> plain() {
        return new ResourceCodec<>(text -> text, text -> text);
    }
}
