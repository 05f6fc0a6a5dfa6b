package dev.baton.lab;

import java.io.PrintStream;

/** Where figures go: lines of JSON, or a table with notes between. Flushed line by line. */
public final class BenchmarkReport {
    private final PrintStream out;
    private final PrintStream notes;
    private final boolean json;
    private boolean headed;

    public BenchmarkReport(PrintStream out, PrintStream notes, boolean json) {
        this.out = out;
        this.notes = notes;
        this.json = json;
    }

    public void add(BenchmarkFigure figure) {
        if (!json && !headed) {
            headed = true;
            out.println(BenchmarkFigure.HEADER);
        }
        out.println(json ? figure.json() : figure.row());
        out.flush();
    }

    /** Says something about the conditions; beside the figures, so that those stay one line each. */
    public void note(String text) {
        notes.println("# " + text);
        notes.flush();
    }
}
