package dev.baton.console.watch;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.spi.StorePresence;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A store, and the board that shows its elections.
 *
 * @param id the console's id of the store
 */
public record ObservedStore(String id, Baton baton, BatonClock clock, ElectionBoard board) {
    private static final long TIMEOUT_SECONDS = 10;

    /** Returns the description of the store, which also identifies it in the history. */
    String describe() {
        return baton.backend().describe();
    }

    /** Returns what does not exist if there is no such store yet: reading creates nothing. */
    Optional<String> absence() throws InterruptedException {
        return baton.backend() instanceof StorePresence store ? await(store.absence()) : Optional.empty();
    }

    ElectionKey key(String election) {
        return new ElectionKey(id, election);
    }

    /** Waits for a response of the store, up to a timeout. */
    <T> T await(CompletionStage<T> response) throws InterruptedException {
        try {
            return response.toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new ConnectionException("cannot read " + describe() + ": " + cause.getMessage(), cause);
        } catch (TimeoutException late) {
            throw new ConnectionException(
                    "cannot read " + describe() + ": no response within " + TIMEOUT_SECONDS + " s", late);
        }
    }
}
