package dev.baton.spi;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Optional interface of a {@link Backend} whose store may not exist yet. The first candidate creates it; reading creates
 * nothing, and finds no elections. A user who mistyped the place of the store must be able to see that.
 *
 * <pre>{@code
 * if (baton.backend() instanceof StorePresence store) {
 *     store.absence().thenAccept(why -> why.ifPresent(System.err::println));
 * }
 * }</pre>
 */
public interface StorePresence {

    /** Returns what does not exist, for people; empty if the store exists. Does not block or change the store. */
    CompletionStage<Optional<String>> absence();
}
