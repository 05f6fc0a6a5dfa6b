package dev.baton.spi;

import java.nio.file.Path;

/**
 * Optional interface of a {@link Backend} whose claims can stay held until other processes have ended too. A successor
 * then starts only after the last process of its predecessor has ended.
 *
 * <pre>{@code
 * Path hold = ((ProcessHolds) baton.backend()).newHold();
 * new ProcessBuilder("flock", "--exclusive", hold.toString(), "import-files").start();
 * }</pre>
 */
public interface ProcessHolds {

    /**
     * Creates an empty hold file. While any process has an exclusive {@code flock(2)} on it, a claim of this process
     * counts as held. The successor or {@link Backend#close} removes the file. Blocks for one file operation.
     */
    Path newHold();
}
