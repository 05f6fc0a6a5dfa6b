package dev.baton.zookeeper;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.LockException;
import dev.baton.spi.recipe.LocalContenders;
import dev.baton.spi.recipe.Seats;
import dev.baton.spi.recipe.TenureWatch;
import dev.baton.support.thread.StoreThreads;
import java.util.concurrent.CompletionException;

/** What the operations on ZooKeeper share. */
record ZkContext(
        String shown,
        ZkPaths paths,
        ZkReader reader,
        ZkOptions options,
        BatonClock clock,
        ZkSession session,
        Seats<ZkContender, CandidateNode> seats,
        LocalContenders<ZkContender> local,
        StoreThreads threads) {

    /** Returns what an observer that begins now needs. */
    TenureWatch.Store watchStore() {
        return new TenureWatch.Store(reader, session::isLive, threads::observe, clock.wallMillis());
    }

    /** Returns the exception for a request that failed. */
    ConnectionException failure(String election, Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        return new ConnectionException("election " + election + ": " + cause.getMessage(), cause);
    }

    /** Returns the exception for nodes that other processes changed during the request. */
    LockException conflict(String election, String what) {
        return new LockException("election " + election + " in " + shown + ": the nodes changed " + what);
    }
}
