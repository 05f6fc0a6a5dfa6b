package dev.baton.quorum;

import dev.baton.quorum.step.ElectionState;
import dev.baton.quorum.step.MemberRole;
import dev.baton.quorum.step.Vote;
import dev.baton.spi.ElectionMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What this member saw of every election, in numbers. Lives on the thread of the member. */
final class MemberMetrics {
    private final GroupMember member;
    private final Map<String, Counts> all = new HashMap<>();

    private static final class Counts {
        long elections;
        long leaderlessSince;
        Optional<Duration> convergence = Optional.empty();
        String lastLeader = "";
        long lastTerm;
    }

    MemberMetrics(GroupMember member) {
        this.member = member;
    }

    private Counts of(String election) {
        return all.computeIfAbsent(election, name -> {
            Counts counts = new Counts();
            counts.leaderlessSince = member.clock().nanos();
            return counts;
        });
    }

    /** Somebody here stands. */
    void stands(String election) {
        of(election);
    }

    /** A vote was cast, so nobody leads. */
    void voted(String election, Vote ballot) {
        Counts counts = of(election);
        if (ballot.term() > counts.lastTerm && counts.leaderlessSince == 0) {
            counts.leaderlessSince = member.clock().nanos();
        }
    }

    void leads(String election) {
        elected(election, member.self());
    }

    void follows(String election, String leader) {
        elected(election, leader);
    }

    private void elected(String election, String leader) {
        Counts counts = of(election);
        long term = member.node().seat(election).term();
        if (term <= counts.lastTerm) {
            return;
        }
        counts.lastTerm = term;
        counts.elections++;
        counts.lastLeader = leader;
        if (counts.leaderlessSince != 0) {
            counts.convergence = Optional.of(Duration.ofNanos(member.clock().nanos() - counts.leaderlessSince));
        }
        counts.leaderlessSince = 0;
    }

    ElectionMetrics figures(String election) {
        Counts counts = of(election);
        ElectionState seat = member.node().seat(election);
        boolean active = seat.role() == MemberRole.ACTIVE;
        long left = active ? member.desk(election).leaseEnds() - member.clock().nanos() : 0;
        return new ElectionMetrics(
                counts.elections,
                counts.convergence,
                seat.role().word(),
                counts.lastLeader,
                Duration.ofNanos(Math.max(0, left)));
    }
}
