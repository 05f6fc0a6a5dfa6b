package dev.baton.cli;

import dev.baton.support.process.AnonymousFile;
import java.io.Closeable;
import java.io.IOException;

/**
 * Two files by which a shell compares the wall clock with a deadline without starting a process; see {@code leash.sh}. One has
 * the deadline as its modification time, the other one gets the present time from the shell.
 */
final class WallDeadlineFiles implements Closeable {
    /** Instead of a path: there is no such file. */
    private static final String NONE = "-";

    private final AnonymousFile deadline;
    private final AnonymousFile stamp;
    private final boolean works;

    private WallDeadlineFiles(AnonymousFile deadline, AnonymousFile stamp, boolean works) {
        this.deadline = deadline;
        this.stamp = stamp;
        this.works = works;
    }

    static WallDeadlineFiles create(long wallMillis) throws IOException {
        AnonymousFile deadline = AnonymousFile.create("");
        try {
            AnonymousFile stamp = AnonymousFile.create("");
            return new WallDeadlineFiles(deadline, stamp, deadline.setModified(wallMillis));
        } catch (IOException failed) {
            deadline.close();
            throw failed;
        }
    }

    /** Returns the path of the file with the deadline, or a dash if its file system does not keep such times. */
    String deadlinePath() {
        return works ? deadline.path().toString() : NONE;
    }

    String stampPath() {
        return works ? stamp.path().toString() : NONE;
    }

    /** Replaces the deadline. */
    void extend(long wallMillis) {
        deadline.setModified(wallMillis);
    }

    @Override
    public void close() {
        deadline.close();
        stamp.close();
    }
}
