package dev.baton.node.control;

import dev.baton.node.job.Job;
import dev.baton.node.job.JobState;

/** Notifies the agents that wait for work about jobs that they can take. Thread-safe. */
final class JobSignals {
    private final WaitingAgents forAnyJob = new WaitingAgents();
    private final WaitingAgents forCommands = new WaitingAgents();

    WaitingAgents waiting(boolean commandsOnly) {
        return commandsOnly ? forCommands : forAnyJob;
    }

    /** Returns how many requests of agents wait for work. */
    int waitingRequests() {
        return forAnyJob.count() + forCommands.count();
    }

    /** Notifies one waiting agent of each kind that can take this job, if the job is queued; all if it requires labels. */
    void changed(Job job) {
        if (job.state() != JobState.QUEUED) {
            return;
        }
        if (!job.spec().requires().isEmpty()) {
            notifyAllAgents();
        } else {
            forAnyJob.signal();
            if (!job.spec().command().isEmpty()) {
                forCommands.signal();
            }
        }
    }

    /** Notifies all waiting agents. */
    void notifyAllAgents() {
        forAnyJob.signalAll();
        forCommands.signalAll();
    }
}
