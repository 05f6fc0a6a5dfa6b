package dev.baton.cli;

import dev.baton.support.process.AnonymousFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files that this process shares with the processes of a leash; see {@code leash.sh}. No call waits for them. */
final class LeashFiles implements Closeable {
    /** Makes all deadlines equally long, because a reader must never see a shorter one. */
    private static final long OFFSET = 1_000_000_000_000L;

    private final AnonymousFile deadlines;
    private final AnonymousFile report;
    private final WallDeadlineFiles wall;
    private volatile LeashDeadline deadline;

    private LeashFiles(AnonymousFile deadlines, AnonymousFile report, WallDeadlineFiles wall, LeashDeadline deadline) {
        this.deadlines = deadlines;
        this.report = report;
        this.wall = wall;
        this.deadline = deadline;
    }

    static LeashFiles create(LeashDeadline deadline) throws IOException {
        List<Closeable> open = new ArrayList<>();
        try {
            AnonymousFile deadlines = AnonymousFile.create(line(deadline));
            open.add(deadlines);
            AnonymousFile report = AnonymousFile.create(LeashReport.GATE_CLOSED);
            open.add(report);
            return new LeashFiles(deadlines, report, WallDeadlineFiles.create(deadline.wallMillis()), deadline);
        } catch (IOException failed) {
            for (Closeable file : open) {
                file.close();
            }
            throw failed;
        }
    }

    private static String line(LeashDeadline deadline) {
        return OFFSET + deadline.uptimeMillis() + "\n";
    }

    Path deadlinesPath() {
        return deadlines.path();
    }

    Path reportPath() {
        return report.path();
    }

    WallDeadlineFiles wall() {
        return wall;
    }

    /** Replaces the deadline. That of the wall clock first: a freeze in between must leave the earlier of the two. */
    void extend(LeashDeadline later) {
        deadline = later;
        wall.extend(later.wallMillis());
        deadlines.overwrite(line(later));
    }

    LeashDeadline deadline() {
        return deadline;
    }

    /** Lets the command start. */
    void openGate() {
        report.overwrite(LeashReport.GATE_OPEN);
    }

    /** Makes sure that the command never starts. */
    void shutGate() {
        report.overwrite(LeashReport.GATE_SHUT);
    }

    LeashReport report() {
        return LeashReport.parse(report.read());
    }

    @Override
    public void close() {
        deadlines.close();
        report.close();
        wall.close();
    }
}
