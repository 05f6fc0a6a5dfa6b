package dev.baton.console.history;

import java.time.Instant;
import java.util.Optional;

/**
 * One reign as the console knows it.
 *
 * @param to when it ended, as the store wrote it down; empty while it lasts or when nobody wrote
 * @param reason why it ended, in the store's words
 * @param seenToEnd when the console saw that it was over, where the store has not said so
 */
public record ConsoleTenure(
        long epoch,
        String instanceId,
        Instant from,
        Optional<Instant> to,
        Optional<String> reason,
        Optional<Instant> seenToEnd) {

    /** The best that is known of its end. */
    public Optional<Instant> end() {
        return to.or(() -> seenToEnd);
    }
}
