package dev.baton.spi.recipe;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.support.thread.StoreThreads;
import java.util.concurrent.CompletionException;

/**
 * What the operations on a store with queues share.
 *
 * @param shown the URL of the store for logs and errors
 * @param seats the places of this process in the queues
 * @param local the candidates of this process
 */
public record QueueContext<C extends QueuedContender, K>(
        String shown,
        TenureSource tenures,
        BatonClock clock,
        Seats<C, K> seats,
        LocalContenders<C> local,
        StoreThreads threads) {

    /** Returns the exception for a request that failed. */
    public ConnectionException failure(String election, Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        return new ConnectionException("election " + election + ": " + cause.getMessage(), cause);
    }

    /** Forgets a place that the store has removed, and lets the other candidates of this process try. */
    public void removed(String election, Seat<C, K> seat) {
        seats.remove(election, seat);
        local.of(election).stream()
                .filter(other -> !seat.isOf(other))
                .forEach(other -> other.signals().tryNow());
    }
}
