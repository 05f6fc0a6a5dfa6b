package dev.baton.node.database;

/**
 * A change of a job or an agent, as published to clients.
 *
 * @param id grows with every commit
 * @param kind {@code job} or {@code agent}
 * @param data one line of JSON
 */
public record JobEvent(long id, String kind, String data) {}
