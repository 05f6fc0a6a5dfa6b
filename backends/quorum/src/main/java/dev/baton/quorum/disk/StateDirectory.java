package dev.baton.quorum.disk;

import java.io.Closeable;
import java.io.IOException;

/**
 * The directory in which a member keeps its files: one on disk, or a simulated one. Its text is its path, for errors. Not
 * thread-safe.
 */
public interface StateDirectory {

    /** Returns whether a file exists. */
    boolean exists(String file);

    /** Returns the content of a file; empty if it does not exist. */
    byte[] read(String file) throws IOException;

    /** Opens a file for writing, and creates it if it does not exist. */
    StateFile open(String file) throws IOException;

    /** Deletes a file, if it exists. */
    void delete(String file) throws IOException;

    /** Renames a file in place of another one, at once. An open file stays open. */
    void rename(String file, String to) throws IOException;

    /**
     * Excludes every other use of this directory until the lock is closed or its process ends. Does not wait.
     *
     * @throws StateFolderException if the directory is in use
     */
    Closeable lock() throws IOException;

    /**
     * Returns device and inode of the directory, and the inode of its lock; empty if they are unknown, so that nothing is
     * proven. A lock file in place of a deleted one excludes no process that still holds the other.
     */
    String place() throws IOException;
}
