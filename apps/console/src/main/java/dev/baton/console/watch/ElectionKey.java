package dev.baton.console.watch;

/**
 * Which election is meant.
 *
 * @param store the console's short name of the store: {@code s0}, {@code s1} …
 */
public record ElectionKey(String store, String election) {}
