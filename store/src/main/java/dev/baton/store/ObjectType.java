package dev.baton.store;

import java.util.function.Function;

/**
 * How values of one type are kept: the name of the type and the text of a value.
 *
 * @param decode throws any runtime exception on text that is no such value
 */
public record ObjectType<T>(String name, Function<T, String> encode, Function<String, T> decode) {}
