package dev.baton.testkit;

import java.time.Duration;

/** What a faulty network does to bytes at the moment. Thread-safe. */
final class NetworkConditions {
    private boolean held;
    private long delayMillis;
    private int slice = Integer.MAX_VALUE;

    synchronized void hold() {
        held = true;
    }

    synchronized void delay(Duration by) {
        delayMillis = by.toMillis();
    }

    synchronized void slice(int bytes) {
        slice = bytes;
    }

    synchronized void clear() {
        held = false;
        delayMillis = 0;
        slice = Integer.MAX_VALUE;
        notifyAll();
    }

    /** How many bytes may be delivered in one go. */
    synchronized int slice() {
        return slice;
    }

    /** Waits until bytes that arrived at this moment may be delivered. */
    synchronized void await(long arrivedNanos) throws InterruptedException {
        while (held) {
            wait();
        }
        long left = delayMillis - (System.nanoTime() - arrivedNanos) / 1_000_000;
        while (left > 0 && delayMillis > 0) {
            wait(left);
            left = delayMillis - (System.nanoTime() - arrivedNanos) / 1_000_000;
        }
        while (held) {
            wait();
        }
    }
}
