package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The machine on which this process runs. */
final class CurrentMachine implements MemberMachine {
    private final ProcessIdentity process = ProcessIdentity.current();
    private final ProcessEvidence evidence = ProcessEvidence.ofThisMachine();

    @Override
    public BatonClock clock() {
        return BatonClock.system();
    }

    @Override
    public ProcessIdentity process() {
        return process;
    }

    @Override
    public Evidence hasEnded(ProcessIdentity other) {
        return evidence.hasEnded(other);
    }

    @Override
    public void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
