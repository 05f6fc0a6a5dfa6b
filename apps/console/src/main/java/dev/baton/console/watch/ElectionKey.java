package dev.baton.console.watch;

/**
 * Identifies an election of a store.
 *
 * @param store the console's id of the store: {@code s0}, {@code s1} and so on
 * @param election the name of the election
 */
public record ElectionKey(String store, String election) {}
