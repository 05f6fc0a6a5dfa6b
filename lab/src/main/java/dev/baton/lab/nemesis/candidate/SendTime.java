package dev.baton.lab.nemesis.candidate;

/** When a write was sent at the earliest. Of one that is repeated, when the last attempt was. */
final class SendTime {
    private long nanos = System.nanoTime();

    /** What was sent before has no effect: the write is sent from now on. */
    void restart() {
        nanos = System.nanoTime();
    }

    long nanos() {
        return nanos;
    }
}
