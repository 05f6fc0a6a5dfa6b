package dev.baton.spi;

import java.nio.file.Path;

/**
 * A backend whose claims can outlive the process that made them until other processes are gone too, so
 * that a successor starts only after the last process of its predecessor has ended.
 */
public interface ProcessHolds {

    /**
     * A new, empty file. As long as any process holds an exclusive {@code flock(2)} on it, a claim of
     * this process is not taken for dead. Removed by whoever takes over, or by {@link Backend#close}.
     */
    Path newHold();
}
