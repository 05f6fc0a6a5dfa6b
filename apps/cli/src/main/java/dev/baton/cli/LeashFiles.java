package dev.baton.cli;

import dev.baton.support.process.AnonymousFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** The two files that this process shares with the processes of a leash; see {@code leash.sh}. No call waits for them. */
final class LeashFiles implements Closeable {
    /** Makes all deadlines equally long, because a reader must never see a shorter one. */
    private static final long OFFSET = 1_000_000_000_000L;

    private final AnonymousFile deadlines;
    private final AnonymousFile report;
    private volatile long deadline;

    private LeashFiles(AnonymousFile deadlines, AnonymousFile report, long deadline) {
        this.deadlines = deadlines;
        this.report = report;
        this.deadline = deadline;
    }

    static LeashFiles create(long deadline) throws IOException {
        AnonymousFile deadlines = AnonymousFile.create(line(deadline));
        try {
            return new LeashFiles(deadlines, AnonymousFile.create(LeashReport.GATE_CLOSED), deadline);
        } catch (IOException failed) {
            deadlines.close();
            throw failed;
        }
    }

    private static String line(long deadline) {
        return OFFSET + deadline + "\n";
    }

    Path deadlinesPath() {
        return deadlines.path();
    }

    Path reportPath() {
        return report.path();
    }

    /** Replaces the deadline, in milliseconds of uptime. */
    void extend(long later) {
        deadline = later;
        deadlines.overwrite(line(later));
    }

    long deadline() {
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
    }
}
