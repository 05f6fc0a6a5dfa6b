package dev.baton.support.process;

/** What this process can find out about another process. Finer than {@link Evidence}: it says why nothing is proven. */
public enum ProcessState {
    /** Proof: the process has ended and cannot act any more. */
    ENDED,
    /** The process exists. */
    RUNNING,
    /**
     * The process would be visible here if it ran: the boot and the pid namespace are those of this process. But it
     * could not be read, because {@code /proc} hides it or no file descriptor is left. It may be running.
     */
    UNREADABLE,
    /** The process ran on another machine, in another boot or another pid namespace, or nothing here can be compared with it. */
    ELSEWHERE;

    /** Returns the answer to "has this process ended?". */
    public Evidence hasEnded() {
        return switch (this) {
            case ENDED -> Evidence.YES;
            case RUNNING -> Evidence.NO;
            case UNREADABLE, ELSEWHERE -> Evidence.UNKNOWN;
        };
    }
}
