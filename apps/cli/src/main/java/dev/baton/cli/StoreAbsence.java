package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.spi.StorePresence;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Whether a store that has no elections exists at all: its place may be mistyped. */
final class StoreAbsence {
    private static final int TIMEOUT_SECONDS = 5;

    private StoreAbsence() {}

    /** Returns what does not exist; empty if the store exists, or does not tell. */
    static Optional<String> of(Baton baton) {
        if (!(baton.backend() instanceof StorePresence store)) {
            return Optional.empty();
        }
        return store.absence()
                .toCompletableFuture()
                .completeOnTimeout(Optional.empty(), TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .exceptionally(unknown -> Optional.empty())
                .join();
    }

    /** Returns the name of the store, with what does not exist. */
    static String describe(Baton baton) {
        return baton.backend().describe() + of(baton).map(why -> ": " + why).orElse("");
    }
}
