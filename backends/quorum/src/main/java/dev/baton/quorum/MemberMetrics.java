package dev.baton.quorum;

import dev.baton.quorum.step.ElectionState;
import dev.baton.quorum.step.MemberRole;
import dev.baton.quorum.step.Vote;
import dev.baton.spi.ElectionMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The metrics of every election, as this member sees it. Used only by the member's thread. */
final class MemberMetrics {
    private final GroupMember member;
    private final Map<String, Counts> byElection = new HashMap<>();

    private static final class Counts {
        long elections;
        /** When the last leader was lost; 0 while there is one. */
        long leaderlessSince;

        Optional<Duration> convergence = Optional.empty();
        String lastLeader = "";
        long lastTerm;
    }

    MemberMetrics(GroupMember member) {
        this.member = member;
    }

    /** Starts counting, because a local candidate tries to acquire. */
    void start(String election) {
        counts(election);
    }

    private Counts counts(String election) {
        return byElection.computeIfAbsent(election, name -> {
            Counts counts = new Counts();
            counts.leaderlessSince = member.clock.nanos();
            return counts;
        });
    }

    /** A vote in a new term means that the election has no leader. */
    void voted(String election, Vote vote) {
        Counts counts = counts(election);
        if (vote.term() > counts.lastTerm && counts.leaderlessSince == 0) {
            counts.leaderlessSince = member.clock.nanos();
        }
    }

    void elected(String election, String leader) {
        Counts counts = counts(election);
        long term = member.node.state(election).term();
        if (term <= counts.lastTerm) {
            return;
        }
        counts.lastTerm = term;
        counts.elections++;
        counts.lastLeader = leader;
        if (counts.leaderlessSince != 0) {
            counts.convergence = Optional.of(Duration.ofNanos(member.clock.nanos() - counts.leaderlessSince));
        }
        counts.leaderlessSince = 0;
    }

    /** Returns the end of this member's lease, or of its promise to the leader that it knows. */
    private long leaseEnd(String election, ElectionState state) {
        long now = member.clock.nanos();
        if (state.role() == MemberRole.ACTIVE) {
            return member.candidates(election).validUntil();
        }
        return state.leader(now).isEmpty() ? now : state.promise().until();
    }

    ElectionMetrics snapshot(String election) {
        Counts counts = counts(election);
        ElectionState state = member.node.state(election);
        long left = leaseEnd(election, state) - member.clock.nanos();
        return new ElectionMetrics(
                counts.elections,
                counts.convergence,
                state.role().publicName(),
                counts.lastLeader,
                Duration.ofNanos(Math.max(0, left)));
    }
}
