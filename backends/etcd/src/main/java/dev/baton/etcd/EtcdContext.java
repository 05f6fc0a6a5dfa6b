package dev.baton.etcd;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.LockException;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.spi.recipe.Seats;
import dev.baton.spi.recipe.TenureWatch;
import dev.baton.support.thread.StoreThreads;
import java.util.concurrent.CompletionException;

/** What the operations on etcd share. */
record EtcdContext(
        String shown,
        EtcdGateway gateway,
        EtcdKeys keys,
        EtcdReader reader,
        EtcdOptions options,
        BatonClock clock,
        EtcdSession session,
        Seats<EtcdContender, EtcdLease> seats,
        EtcdMirror mirror,
        StoreThreads threads) {

    /** Returns what an observer that begins now needs. */
    TenureWatch.Store watchStore() {
        return new TenureWatch.Store(reader, mirror::isLive, threads::observe, clock.wallMillis());
    }

    /** Returns the exception for a request that failed. */
    ConnectionException failure(String election, Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        return new ConnectionException("election " + election + ": " + cause.getMessage(), cause);
    }

    /** Returns the exception for keys that other processes changed during the request. */
    LockException conflict(String election, String what) {
        return new LockException("election " + election + " in " + shown + ": the keys changed " + what);
    }
}
