package dev.baton.zookeeper;

import dev.baton.BatonClock;
import dev.baton.LockException;
import dev.baton.spi.recipe.LocalContenders;
import dev.baton.spi.recipe.QueueContext;
import dev.baton.spi.recipe.Seats;
import dev.baton.spi.recipe.TenureWatch;
import dev.baton.support.thread.StoreThreads;

/** What the operations on ZooKeeper share. */
record ZkContext(
        QueueContext<ZkContender, CandidateNode> queue,
        ZkPaths paths,
        ZkReader reader,
        ZkOptions options,
        ZkSession session) {

    String shown() {
        return queue.shown();
    }

    BatonClock clock() {
        return queue.clock();
    }

    Seats<ZkContender, CandidateNode> seats() {
        return queue.seats();
    }

    LocalContenders<ZkContender> local() {
        return queue.local();
    }

    StoreThreads threads() {
        return queue.threads();
    }

    /** Returns what an observer that begins now needs. */
    TenureWatch.Store watchStore() {
        return new TenureWatch.Store(reader, session::isLive, threads()::observe, clock().wallMillis());
    }

    /** Returns the exception for nodes that other processes changed during the request. */
    LockException conflict(String election, String what) {
        return new LockException("election " + election + " in " + shown() + ": the nodes changed " + what);
    }
}
