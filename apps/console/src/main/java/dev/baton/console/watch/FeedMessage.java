package dev.baton.console.watch;

/**
 * A message of the feed.
 *
 * @param sequence its number within the run of the console
 * @param kind {@code election}, {@code gone}, {@code log}, {@code store} or {@code node}
 * @param data JSON on one line
 */
public record FeedMessage(long sequence, String kind, String data) {}
