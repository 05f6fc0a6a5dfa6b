package dev.baton.lease;

import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;

/**
 * Evidence that the process of a lease has ended. A lost connection proves nothing.
 *
 * @param oneMachine whether all processes of the store run on this machine
 */
record LeaseDeathEvidence(boolean oneMachine, ProcessEvidence processes) {

    LeaseDeathEvidence(boolean oneMachine) {
        this(oneMachine, ProcessEvidence.ofThisMachine());
    }

    Evidence hasEnded(LeaseProcess process) {
        return oneMachine ? processes.hasEndedOnOwnMachine(process.identity()) : processes.hasEnded(process.identity());
    }
}
