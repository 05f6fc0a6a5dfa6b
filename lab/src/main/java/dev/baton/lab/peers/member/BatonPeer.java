package dev.baton.lab.peers.member;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.time.Duration;

/** Baton with its defaults. */
public final class BatonPeer implements ElectionSystem {
    private static final Duration RELEASE_LIMIT = Duration.ofSeconds(10);

    private final Baton baton;

    /** Connects to a store. */
    public BatonPeer(String url) {
        baton = Baton.connect(url);
    }

    @Override
    public ElectionMember join(String election, Runnable acquired) {
        Candidate candidate = baton.candidate(election);
        candidate.onAcquired(leadership -> acquired.run());
        candidate.start();
        return new ElectionMember() {
            @Override
            public boolean leads() {
                return candidate.isLeader();
            }

            @Override
            public void release() {
                candidate.stepDown(RELEASE_LIMIT);
            }
        };
    }

    @Override
    public void close() {
        baton.close();
    }
}
