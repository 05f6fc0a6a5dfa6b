package dev.baton.node.agent;

import dev.baton.node.job.JobOutput;

/** How the execution of a job ended on this agent. */
sealed interface ExecutionEnd {

    /** The job has a result of its own: its command ended by itself or reached its timeout. */
    record Finished(int exitCode, JobOutput output) implements ExecutionEnd {}

    /** The command was ended because the agent stops or has lost contact. The lease is given back. */
    record Interrupted() implements ExecutionEnd {}

    /** This agent cannot start commands now. The lease is given back, for an agent that can. */
    record NotStarted() implements ExecutionEnd {}

    /** The lease has ended, or the command vanished for an unknown reason. The lease is left to expire. */
    record Lost() implements ExecutionEnd {}
}
