package dev.baton.quorum;

import dev.baton.LockException;
import dev.baton.quorum.step.ElectionState;
import dev.baton.quorum.step.Vote;
import dev.baton.spi.AcquireOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Ends attempts to acquire that were not successful, in one election. Used only by the member's thread. */
record PendingAttempts(GroupMember member, String election) {
    /** How long an attempt waits for any leader. */
    static final Duration TIMEOUT = Duration.ofMillis(1_200);

    /** How long an attempt waits before it reports the known leader, whose resignation may be on its way. */
    private static final Duration RESIGNATION_DELAY = Duration.ofMillis(20);

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

    /** Returns the refusal of an attempt if this member knows no leader and the terms of the election are used up. */
    Optional<AcquireOutcome.Unknown> noEpochLeft(long floor) {
        return isLed() || member.node.hasTermAbove(election, floor)
                ? Optional.empty()
                : Optional.of(noEpochAbove(election, member.node.state(election).term()));
    }

    /** Returns the refusal of an attempt to win an epoch above the highest one. */
    static AcquireOutcome.Unknown noEpochAbove(String election, long epoch) {
        return new AcquireOutcome.Unknown(new LockException("no epoch is left above " + epoch + " for election "
                + election + ", because the highest is " + Vote.HIGHEST_TERM
                + "; nothing was changed. Use another name for the election"));
    }

    /** Returns the outcome of an attempt that was won, but not checked against running commands in time. */
    AcquireOutcome noReport() {
        return new AcquireOutcome.Unknown(new IOException("no majority of the members reported the running command of "
                + election + " within " + TIMEOUT.toMillis() + " ms"));
    }

    /**
     * Returns the refusal if the known command of an ended tenure is running, so that the candidate does not win one
     * election after another without success. While another member leads, the command may be its own.
     */
    Optional<AcquireOutcome.HeldBy> delay(QuorumContender contender, long endedEpoch) {
        return isLed() ? Optional.empty() : delayOfWinner(contender, endedEpoch + 1);
    }

    private boolean isLed() {
        return !member.node.state(election).leader(member.clock.nanos()).isEmpty();
    }

    /** Returns the refusal of a candidate that has won this epoch, if the command of an earlier one is running. */
    Optional<AcquireOutcome.HeldBy> delayOfWinner(QuorumContender winner, long epoch) {
        return member.commands
                .newest(election)
                .filter(command -> command.epoch() < epoch)
                .flatMap(winner::delay);
    }

    /** Reports the leader to the present attempt of a candidate, if another member still leads after a short delay. */
    void reportLeaderLater(QuorumContender contender, LocalTenure tenure) {
        long attempt = contender.attempt;
        member.schedule(RESIGNATION_DELAY, () -> {
            ElectionState state = member.node.state(election);
            String leader = state.leader(member.clock.nanos());
            boolean isHeld = !tenure.isHeld() && !leader.isEmpty() && !leader.equals(member.self());
            if (isHeld && contender.isPending(attempt)) {
                reportLeader(contender, leader, state.term());
            }
        });
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
