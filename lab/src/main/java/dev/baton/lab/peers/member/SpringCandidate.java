package dev.baton.lab.peers.member;

import java.util.function.Supplier;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;

/** A candidate of Spring Integration that reports when it leads. */
final class SpringCandidate extends DefaultCandidate {
    private final Runnable acquired;

    SpringCandidate(String election, Runnable acquired) {
        super(null, election);
        this.acquired = acquired;
    }

    @Override
    public void onGranted(Context context) {
        acquired.run();
    }

    /** Returns the part in the election whose context an initiator has. */
    static ElectionMember member(Supplier<? extends Context> context) {
        return new ElectionMember() {
            @Override
            public boolean leads() {
                return context.get().isLeader();
            }

            @Override
            public void release() {
                context.get().yield();
            }
        };
    }
}
