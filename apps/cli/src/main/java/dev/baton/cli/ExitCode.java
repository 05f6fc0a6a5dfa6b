package dev.baton.cli;

/** The exit codes of {@code baton}, other than those of the command that it runs. */
final class ExitCode {
    /** Done, or stopped by TERM, INT or HUP. */
    static final int DONE = 0;
    /** Not acquired, no leader, or unknown target of a transfer. */
    static final int NO = 1;
    /** Wrong usage, or timing that cannot be safe. */
    static final int USAGE = 2;
    /** The store cannot be reached, or refused the request. */
    static final int STORE = 3;
    /** Leadership was lost and must not be acquired again. */
    static final int LOST = 4;
    /** The retry strategy gave up. */
    static final int GAVE_UP = 5;
    /** The command could not be run, as in a shell. */
    static final int CANNOT_RUN = 126;
    /** A defect in this program. */
    static final int DEFECT = 70;

    /** The part of every help text that documents the exit codes. */
    static final String[] HELP = {
        "%nExit codes:",
        "  0  done, or stopped by TERM or INT",
        "  1  not acquired, no leader, or unknown transfer target",
        "  2  wrong usage, or timing that cannot be safe",
        "  3  the store cannot be reached, or refused the request",
        "  4  leadership lost with --no-auto-reacquire",
        "  5  gave up (retry strategy)",
        "  otherwise the exit code of CMD, 126 or 127 as in a shell, 128+n after signal n"
    };

    private ExitCode() {}
}
