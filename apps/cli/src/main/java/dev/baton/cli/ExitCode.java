package dev.baton.cli;

import java.util.stream.Stream;

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
    /** The retry strategy gave up, or the wait for a transfer. */
    static final int GAVE_UP = 5;
    /** The command could not be run, as in a shell. */
    static final int CANNOT_RUN = 126;
    /** A defect in this program. */
    static final int DEFECT = 70;
    /** Done, but the output is not complete. */
    static final int OUTPUT_LOST = 74;

    private static final String STOPPED = "  0  stopped by TERM, INT or HUP";
    private static final String WRONG_USAGE = "  2  wrong usage";
    private static final String UNSAFE_USAGE = "  2  wrong usage, or timing that cannot be safe";
    private static final String STORE_FAILED = "  3  the store cannot be reached, or refused the request";

    private ExitCode() {}

    /**
     * Returns the part of a help text that documents the exit codes.
     *
     * @param command its full name, for example {@code baton run}
     */
    static String[] help(String command) {
        return switch (command) {
            case "baton jobs" ->
                job(
                        "refused, no such job; submit --wait: the job is dead, cancelled or failed without a code",
                        "  otherwise, submit --wait: the exit code of the job; 124 if it reached its timeout");
            case "baton agents" -> job("refused, no such agent");
            case "baton drain" -> job("refused, or no node of --node knows NODE");
            case "baton role" -> job("no node that answered knows a leader");
            case "baton agent" -> list(STOPPED, WRONG_USAGE);
            case "baton node", "baton controller" ->
                list(
                        STOPPED,
                        "  2  wrong usage, or another process has the same --id",
                        "  3  the store of the election cannot be used, or the controller cannot be started");
            case "baton once" ->
                list(
                        "  0  not run, because another process has; or stopped by TERM or INT",
                        "  1  not run, with --fail-if-skipped",
                        WRONG_USAGE,
                        STORE_FAILED,
                        "  4  stopped because --at-most ended, or because baton was frozen",
                        "  otherwise the exit code of CMD, 126 or 127 as in a shell, 128+n after signal n");
            case "baton run" ->
                list(
                        "  0  CMD ended with 0, or stopped by TERM, INT or HUP",
                        UNSAFE_USAGE,
                        STORE_FAILED,
                        "  4  leadership lost with --no-auto-reacquire",
                        "  5  gave up (retry strategy)",
                        "  otherwise the exit code of CMD, 126 or 127 as in a shell, 128+n after signal n");
            case "baton sidecar" ->
                list(
                        STOPPED,
                        UNSAFE_USAGE,
                        STORE_FAILED,
                        "  4  leadership lost with --no-auto-reacquire",
                        "  5  gave up (retry strategy)");
            case "baton shards", "baton console", "baton demo" -> list(STOPPED, UNSAFE_USAGE, STORE_FAILED);
            case "baton acquire" ->
                list("  0  acquired", "  1  not acquired in time, or stopped by a signal", UNSAFE_USAGE, STORE_FAILED);
            case "baton status" ->
                list("  0  done", "  1  the given election has no leader", WRONG_USAGE, STORE_FAILED);
            case "baton history" ->
                list("  0  done", "  1  the store has no record of the election", WRONG_USAGE, STORE_FAILED);
            case "baton transfer" ->
                list(
                        "  0  sent; with --wait: the instance leads",
                        "  1  no live instance with that id; with --wait: the leader refused",
                        WRONG_USAGE,
                        STORE_FAILED,
                        "  5  with --wait: the instance does not lead in time");
            case "baton quorum" -> list("  0  done", "  1  the group refused the change", WRONG_USAGE, STORE_FAILED);
            case "baton doctor" ->
                list("  0  every check passed", WRONG_USAGE, "  3  a check failed, or the store cannot be reached");
            case "baton keys", "baton completion", "baton man" -> list("  0  done", WRONG_USAGE);
            case "baton watch" -> list(STOPPED, WRONG_USAGE, STORE_FAILED);
            default -> list("  0  done", WRONG_USAGE, STORE_FAILED);
        };
    }

    private static String[] job(String refused, String... more) {
        String[] codes = {"  0  done", "  1  " + refused, WRONG_USAGE, "  3  no node answered, or none led in time"};
        return list(Stream.concat(Stream.of(codes), Stream.of(more)).toArray(String[]::new));
    }

    private static String[] list(String... codes) {
        return Stream.concat(Stream.of("%nExit codes:"), Stream.of(codes)).toArray(String[]::new);
    }
}
