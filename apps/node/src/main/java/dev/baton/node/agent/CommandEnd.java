package dev.baton.node.agent;

/** How a command ended. Only a command that ended by itself has a result. */
public sealed interface CommandEnd {

    /** The command ended before anything signalled it. */
    record Exited(int code) implements CommandEnd {}

    /** The agent or the watchdog ended the command, or nobody saw its end. This says nothing about the job. */
    record Stopped() implements CommandEnd {}
}
