package dev.baton.quorum;

import dev.baton.spi.AcquireOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Ends attempts to acquire that were not successful, in one election. Used only by the member's thread. */
record PendingAttempts(GroupMember member, String election) {
    /** How long an attempt waits for any leader. */
    static final Duration TIMEOUT = Duration.ofMillis(1_200);

    /** Ends the present attempt of a candidate, unless it has an outcome within {@link #TIMEOUT}. */
    void limit(QuorumContender contender) {
        long attempt = contender.attempt;
        member.schedule(TIMEOUT, () -> {
            if (contender.isPending(attempt)) {
                contender.complete(new AcquireOutcome.Unknown(new IOException(noLeader())));
            }
        });
    }

    private String noLeader() {
        return "no leader of " + election + " was elected within " + TIMEOUT.toMillis() + " ms; member "
                + member.self() + " reaches " + member.view.reachedMembers() + " of "
                + member.view.size() + " members, itself included"
                + (member.node.isEnrolled() ? "" : "; the other members do not know its disk yet");
    }

    /** Reports to a candidate that another member leads. */
    void reportLeader(QuorumContender contender, String leader, long term) {
        String name = member.gossip
                .tenures
                .get(election, term)
                .map(tenure -> tenure.leader().instanceId())
                .orElse(leader);
        contender.complete(new AcquireOutcome.HeldBy(name, term, Optional.empty()));
    }
}
