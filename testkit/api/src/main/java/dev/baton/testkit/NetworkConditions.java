package dev.baton.testkit;

import java.time.Duration;

/** The current faults of a {@link FaultProxy}. Thread-safe. */
final class NetworkConditions {
    private boolean requestsHeld;
    private boolean repliesHeld;
    private long delayMillis;
    private int slice = Integer.MAX_VALUE;
    private volatile Runnable onTraffic = () -> {};

    void onTraffic(Runnable hook) {
        onTraffic = hook;
    }

    void traffic() {
        onTraffic.run();
    }

    synchronized void hold() {
        requestsHeld = true;
        repliesHeld = true;
    }

    synchronized void holdReplies() {
        repliesHeld = true;
    }

    synchronized void delay(Duration by) {
        delayMillis = by.toMillis();
    }

    synchronized void slice(int bytes) {
        slice = bytes;
    }

    synchronized void clear() {
        requestsHeld = false;
        repliesHeld = false;
        delayMillis = 0;
        slice = Integer.MAX_VALUE;
        notifyAll();
    }

    /** Returns the maximum number of bytes to deliver at once. */
    synchronized int slice() {
        return slice;
    }

    /** Waits until bytes that arrived at the given time may be delivered, to the client if they are a reply. */
    synchronized void await(long arrivedNanos, boolean reply) throws InterruptedException {
        while (isHeld(reply)) {
            wait();
        }
        long left = delayMillis - (System.nanoTime() - arrivedNanos) / 1_000_000;
        while (left > 0 && delayMillis > 0) {
            wait(left);
            left = delayMillis - (System.nanoTime() - arrivedNanos) / 1_000_000;
        }
        while (isHeld(reply)) {
            wait();
        }
    }

    private boolean isHeld(boolean reply) {
        return reply ? repliesHeld : requestsHeld;
    }
}
