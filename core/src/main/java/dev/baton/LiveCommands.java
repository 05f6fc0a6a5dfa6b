package dev.baton;

/**
 * What a candidate does while the command of the tenure before is still running on its machine.
 *
 * <pre>{@code
 * CandidateSettings settings =
 *         CandidateSettings.builder().liveCommands(LiveCommands.IGNORE).build();
 * }</pre>
 */
public enum LiveCommands {
    /** Does not acquire before the command has ended. */
    WAIT,
    /** Acquires: the old and the new command may run at the same time. */
    IGNORE
}
