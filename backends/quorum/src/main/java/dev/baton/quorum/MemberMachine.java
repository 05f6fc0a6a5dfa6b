package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.SavedState;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessIdentity;
import java.time.Duration;

/** What a member uses of its machine, apart from network and disk: the real one, or a simulated one. */
public interface MemberMachine {

    /** Returns the clocks of the machine. */
    BatonClock clock();

    /** Returns the identity of the member's process. */
    ProcessIdentity process();

    /** Returns whether a process has ended, as far as the kernel of this machine can prove it. Does not block. */
    Evidence hasEnded(ProcessIdentity process);

    /** Blocks the calling thread for about this time. */
    void pause(Duration time);

    /** Creates the node of a member that has just been started. */
    default MemberNode createNode(QuorumTiming timing, MemberStart start, SavedState saved) {
        return new MemberNode(timing, start, saved, clock().now());
    }

    /** Returns the machine on which this process runs. */
    static MemberMachine current() {
        return new CurrentMachine();
    }
}
