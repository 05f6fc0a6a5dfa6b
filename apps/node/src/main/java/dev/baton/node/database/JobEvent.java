package dev.baton.node.database;

/**
 * Something that happened, as it is told to those who listen.
 *
 * @param id grows with every commit
 * @param kind {@code job} or {@code agent}
 * @param data one line of JSON
 */
public record JobEvent(long id, String kind, String data) {}
