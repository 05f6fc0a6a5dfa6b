package dev.baton.lab.etcd;

import java.util.concurrent.TimeUnit;

/** Two processes of {@code etcdctl elect}, one of which leads. Each hand-over replaces the one that resigned. */
final class NativeHandOver implements AutoCloseable {
    /** Longer than a new watch of etcd takes until it receives changes without delay. */
    private static final int SETTLE_MILLIS = 300;

    private final String addresses;
    private NativeElector leader;
    private NativeElector standby;
    private int count;

    NativeHandOver(String addresses) throws Exception {
        this.addresses = addresses;
        this.leader = next();
        leader.awaitLeads();
        this.standby = next();
        TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
    }

    private NativeElector next() throws Exception {
        return new NativeElector(addresses, "native/lab", "candidate-" + count++);
    }

    /** Lets the leader resign, and returns the milliseconds until the next one leads. */
    double millis() throws Exception {
        long from = System.nanoTime();
        leader.resign();
        double taken = (standby.awaitLeads() - from) / 1e6;
        leader = standby;
        standby = next();
        TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
        return taken;
    }

    @Override
    public void close() {
        leader.close();
        standby.close();
    }
}
