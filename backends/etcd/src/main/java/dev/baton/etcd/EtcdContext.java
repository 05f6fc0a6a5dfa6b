package dev.baton.etcd;

import dev.baton.BatonClock;
import dev.baton.LockException;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.spi.recipe.LocalContenders;
import dev.baton.spi.recipe.QueueContext;
import dev.baton.spi.recipe.Seats;
import dev.baton.spi.recipe.TenureWatch;
import dev.baton.support.thread.StoreThreads;

/** What the operations on etcd share. */
record EtcdContext(
        QueueContext<EtcdContender, EtcdLease> queue,
        EtcdGateway gateway,
        EtcdKeys keys,
        EtcdReader reader,
        EtcdOptions options,
        EtcdSession session,
        EtcdMirror mirror) {

    String shown() {
        return queue.shown();
    }

    BatonClock clock() {
        return queue.clock();
    }

    Seats<EtcdContender, EtcdLease> seats() {
        return queue.seats();
    }

    LocalContenders<EtcdContender> local() {
        return queue.local();
    }

    StoreThreads threads() {
        return queue.threads();
    }

    /** Returns what an observer that begins now needs. */
    TenureWatch.Store watchStore() {
        return new TenureWatch.Store(reader, mirror::isLive, threads()::observe, clock().wallMillis());
    }

    /** Returns the exception for keys that other processes changed during the request. */
    LockException conflict(String election, String what) {
        return new LockException("election " + election + " in " + shown() + ": the keys changed " + what);
    }
}
