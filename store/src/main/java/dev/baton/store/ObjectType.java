package dev.baton.store;

import java.util.function.Function;

/**
 * A type of records: its name, and how values are encoded as text.
 *
 * @param name the name of the type in the store
 * @param encode encodes a value
 * @param decode decodes a value; throws any runtime exception if the text is malformed
 */
public record ObjectType<T>(String name, Function<T, String> encode, Function<String, T> decode) {}
