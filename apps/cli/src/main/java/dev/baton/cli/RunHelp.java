package dev.baton.cli;

/** What {@code baton run --help} says beside its options. */
final class RunHelp {
    static final String[] DESCRIPTION = {
        "Takes part in an election. Without CMD: until TERM or INT. With CMD: runs it only while leading, and"
                + " exits with its code when it ends by itself.",
        "",
        "When leadership is lost, CMD and its whole process group get TERM, and KILL after the stop grace, all"
                + " before the claim runs out; then this instance stands by again. That also happens when baton itself"
                + " is killed with -9 or stands still: a small dead-man process beside CMD sees to it.",
        "",
        "CMD gets BATON_ELECTION, BATON_EPOCH and BATON_LEADER_ID, and baton's stdin, stdout and stderr, but it has"
                + " no controlling terminal (no /dev/tty). On Ctrl-C CMD gets INT, after half the grace TERM, then KILL,"
                + " and baton exits with 0; a second Ctrl-C makes baton exit at once with 130. On Ctrl-Z both stand"
                + " still; unless they are resumed in time, CMD is ended when the claim runs out."
    };

    private RunHelp() {}
}
