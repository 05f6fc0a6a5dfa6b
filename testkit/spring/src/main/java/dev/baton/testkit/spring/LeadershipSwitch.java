package dev.baton.testkit.spring;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.spring.BatonElections;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the application of a test a leader or a standby, with elections and epochs as in production. The other replica is
 * a connection of its own to the same store.
 */
public final class LeadershipSwitch implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(100);
    private static final int MAX_STEPS = 1_000;

    private final BatonElections elections;
    private final Baton other;
    private final VirtualTime time;
    private final Map<String, Candidate> rivals = new ConcurrentHashMap<>();

    LeadershipSwitch(BatonElections elections, Baton other, VirtualTime time) {
        this.elections = elections;
        this.other = other;
        this.time = time;
    }

    /** Makes the application the leader. Has no effect if it leads already. */
    public void leader(String election) {
        rival(election).stop();
        Candidate candidate = elections.candidate(election);
        candidate.start();
        advanceUntil(election + " is led by the application", candidate);
    }

    /**
     * Makes the application a standby: its work stops, it releases the claim, and another replica leads. Has no effect if
     * it is a standby already.
     */
    public void standby(String election) {
        Candidate candidate = elections.candidate(election);
        candidate.stop();
        Candidate rival = rival(election);
        rival.start();
        advanceUntil(election + " is led by the other replica", rival);
        candidate.start();
    }

    /** Moves the clocks of all elections forward, and runs what is due. */
    public void advance(Duration by) {
        time.advance(by);
    }

    private Candidate rival(String election) {
        return rivals.computeIfAbsent(election, other::candidate);
    }

    private void advanceUntil(String expected, Candidate leader) {
        for (int step = 0; !leader.isLeader(); step++) {
            if (step == MAX_STEPS) {
                throw new AssertionError("not reached: " + expected + "; its state is " + leader.state());
            }
            time.advance(STEP);
        }
    }

    /** Ends the other replica. */
    @Override
    public void close() {
        other.close();
    }
}
