package dev.baton.console.watch;

/**
 * One thing that the page has to hear.
 *
 * @param sequence its place in the feed
 * @param kind {@code election}, {@code gone}, {@code log}, {@code store} or {@code node}
 * @param data JSON, on one line
 */
public record FeedMessage(long sequence, String kind, String data) {}
