package dev.baton.quorum;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.quorum.step.ElectionState;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.StepDownCause;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * This member's candidates in one election. The node wins or loses the election for the member; this class decides
 * which candidate gets the claim. Used only by the member's thread.
 */
final class LocalCandidates {
    /** How long an attempt waits for any leader. */
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofMillis(1_200);

    /** How long an attempt waits before it reports the known leader, whose resignation may be on its way. */
    private static final Duration RESIGNATION_DELAY = Duration.ofMillis(20);

    /** How long a candidate without a pending attempt may take to fetch a claim that was won for it. */
    private static final Duration PICK_UP_TIMEOUT = Duration.ofMillis(600);

    /** The highest priority first; of equal ones a candidate with a pending attempt. */
    private static final Comparator<QuorumContender> PREFERENCE = Comparator.comparingInt(QuorumContender::priority)
            .reversed()
            .thenComparing(contender -> !contender.isPending());

    private final GroupMember member;
    private final String election;
    private final Set<QuorumContender> candidates = new LinkedHashSet<>();
    private @Nullable QuorumContender holder;
    /** Whether the holder has received the claim. Every claim is delivered once. */
    private boolean delivered;

    long epoch;
    /** The end of the last lease that the node granted. */
    long validUntil = Long.MIN_VALUE;

    private ClockReading validFrom = new ClockReading(0, 0);

    LocalCandidates(GroupMember member, String election) {
        this.member = member;
        this.election = election;
    }

    /** Returns whether a local candidate has received the claim. */
    boolean leads() {
        return delivered && holder != null;
    }

    /** Returns how long a local candidate may still consider itself leader, even if this member fails now. */
    long remainingNanos() {
        return leads() ? validUntil - member.clock.nanos() : 0;
    }

    // --- requests of candidates --------------------------------------------------------------------------------------

    void acquire(QuorumContender contender, long floor) {
        if (holder != null && holder != contender) {
            candidates.add(contender);
            contender.complete(new AcquireOutcome.HeldBy(contender.nameOf(holder), epoch, Optional.empty()));
            return;
        }
        if (holder == contender) {
            if (!delivered && epoch > floor) {
                deliver(contender);
                return;
            }
            // The candidate may have released this claim already, so it needs one with a new epoch.
            giveUp("", EndReason.SESSION_CLOSED);
        }
        candidates.add(contender);
        member.metrics.start(election);
        campaign(floor);
        if (contender.isPending()) {
            long attempt = contender.attempt;
            member.schedule(RESIGNATION_DELAY, () -> reportLeader(contender, attempt));
            member.schedule(ATTEMPT_TIMEOUT, () -> {
                if (contender.isPending(attempt)) {
                    contender.complete(new AcquireOutcome.Unknown(new IOException(noLeader())));
                }
            });
        }
    }

    private void reportLeader(QuorumContender contender, long attempt) {
        ElectionState state = member.node.state(election);
        String leader = state.leader(member.clock.nanos());
        boolean isHeld = holder == null && !leader.isEmpty() && !leader.equals(member.self());
        if (isHeld && contender.isPending(attempt)) {
            reportLeader(contender, leader, state.term());
        }
    }

    private String noLeader() {
        return "no leader of " + election + " was elected within " + ATTEMPT_TIMEOUT.toMillis() + " ms; member "
                + member.self() + " reaches " + member.view.reachedMembers() + " of "
                + member.view.size() + " members, itself included"
                + (member.node.isEnrolled() ? "" : "; the other members do not know its disk yet");
    }

    private int highestPriority() {
        return candidates.stream().mapToInt(QuorumContender::priority).max().orElse(0);
    }

    private void campaign(long floor) {
        boolean alone = member.gossip.roster.isOnlyMember(election);
        member.handle(new NodeEvent.Campaign(election, highestPriority(), floor, alone));
    }

    RenewOutcome renew(Claim claim, ClockReading viewOffset) {
        if (!matches(claim)) {
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        long age = member.clock.nanos() - validFrom.nanos();
        if (age > member.timing.heartbeatEvery().multipliedBy(2).toNanos()) {
            return new RenewOutcome.Unknown(
                    new IOException("no response from a majority for " + age / 1_000_000 + " ms"));
        }
        return new RenewOutcome.Renewed(shifted(viewOffset));
    }

    ReleaseOutcome release(QuorumContender contender, Claim claim, ReleaseRequest request) {
        if (!matches(claim) || holder != contender) {
            return new ReleaseOutcome.NotOurs();
        }
        candidates.remove(contender);
        // A preferred candidate elsewhere has only a short head start in elections, so it is named as the successor.
        String successor = request.successor()
                .map(member.view::memberOf)
                .orElseGet(() -> member.gossip.roster.preferredMember(election, highestPriority()));
        giveUp(successor, request.reason());
        member.transport.flush();
        return new ReleaseOutcome.Released();
    }

    void withdraw(QuorumContender contender) {
        candidates.remove(contender);
        if (holder == contender) {
            giveUp("", EndReason.SESSION_CLOSED);
        } else if (candidates.isEmpty() && holder == null) {
            member.handle(new NodeEvent.Withdraw(election));
        }
    }

    /** The candidate was closed without a release: its claim stays until it has expired. */
    void abandon(QuorumContender contender) {
        long abandoned = epoch;
        if (holder != contender || !delivered) {
            withdraw(contender);
            return;
        }
        candidates.remove(contender);
        member.schedule(Duration.ofNanos(remainingNanos()), () -> {
            if (holder == contender && epoch == abandoned) {
                giveUp("", EndReason.SESSION_CLOSED);
            }
        });
    }

    private boolean matches(Claim claim) {
        QuorumContender current = holder;
        return current != null
                && delivered
                && claim.epoch() == epoch
                && claim.instanceId().equals(current.settings.instanceId());
    }

    /** Gives up the lease, after the work has stopped. The other local candidates stay in the election. */
    private void giveUp(String successor, EndReason reason) {
        long ended = epoch;
        endTenure(reason);
        member.handle(new NodeEvent.Release(election, ended, successor));
        if (!candidates.isEmpty() && holder == null) {
            campaign(0);
        }
    }

    /** Removes the holder. Returns whether it had received the claim. */
    private boolean endTenure(EndReason reason) {
        boolean led = delivered;
        holder = null;
        delivered = false;
        if (led) {
            member.gossip.tenureEnded(election, epoch, reason);
        }
        return led;
    }

    // --- effects of the node -----------------------------------------------------------------------------------------

    /** The member leads for these nanoseconds. */
    void won(long term, long nanos, ClockReading at) {
        validUntil = at.nanos() + nanos;
        Duration back = Duration.ofNanos(nanos).minus(member.timing.leaderLease());
        validFrom = new ClockReading(at.nanos() + back.toNanos(), at.wallMillis() + back.toMillis() - 1);
        if (holder != null && epoch == term) {
            return;
        }
        epoch = term;
        QuorumContender winner = candidates.stream().min(PREFERENCE).orElse(null);
        if (winner == null) {
            member.handle(new NodeEvent.Withdraw(election));
            return;
        }
        holder = winner;
        delivered = false;
        if (winner.isPending()) {
            deliver(winner);
        } else {
            winner.settings.signals().tryNow();
            member.schedule(PICK_UP_TIMEOUT, () -> {
                if (holder == winner && epoch == term && !delivered) {
                    candidates.remove(winner);
                    giveUp("", EndReason.RESIGNED);
                }
            });
        }
        candidates.stream()
                .filter(other -> other != winner)
                .forEach(other ->
                        other.complete(new AcquireOutcome.HeldBy(other.nameOf(winner), term, Optional.empty())));
    }

    private void deliver(QuorumContender winner) {
        delivered = true;
        member.gossip.tenureBegan(election, epoch, winner);
        winner.complete(new AcquireOutcome.Won(
                new Claim(election, winner.settings.instanceId(), epoch, shifted(winner.viewOffset()))));
    }

    private ClockReading shifted(ClockReading offset) {
        return new ClockReading(validFrom.nanos(), validFrom.wallMillis() + offset.wallMillis());
    }

    /** The member leads no longer. */
    void lost(long term, StepDownCause cause) {
        QuorumContender former = holder;
        if (former == null || term != epoch) {
            return;
        }
        candidates.remove(former);
        EndReason reason = switch (cause) {
            case QUORUM_LOST, NEVER_ACTIVE -> EndReason.UNREACHABLE;
            case HIGHER_TERM -> EndReason.TAKEN_OVER;
            case REMOVED -> EndReason.SESSION_CLOSED;
            case RESIGNED -> EndReason.RESIGNED;
        };
        if (endTenure(reason)) {
            former.settings.signals().claimGone(term, reason);
        }
        if (candidates.isEmpty()) {
            member.handle(new NodeEvent.Withdraw(election));
        }
    }

    /** Another member leads. */
    void follow(String leader, long term) {
        candidates.stream()
                .filter(QuorumContender::isPending)
                .toList()
                .forEach(contender -> reportLeader(contender, leader, term));
    }

    private void reportLeader(QuorumContender contender, String leader, long term) {
        String name = member.gossip
                .tenures
                .get(election, term)
                .map(tenure -> tenure.leader().instanceId())
                .orElse(leader);
        contender.complete(new AcquireOutcome.HeldBy(name, term, Optional.empty()));
    }

    /** Withdraws all candidates, because the member closes. A delivered claim is left to expire. */
    void shutDown() {
        candidates.clear();
        if (holder == null) {
            member.handle(new NodeEvent.Withdraw(election));
        } else if (!delivered) {
            giveUp("", EndReason.SHUT_DOWN);
        }
    }

    /** Reports that the member has failed. */
    void fail(Throwable cause) {
        QuorumContender former = holder;
        if (former != null && delivered) {
            former.settings.signals().claimGone(epoch, EndReason.SESSION_CLOSED);
        }
        Set.copyOf(candidates).forEach(contender -> contender.complete(new AcquireOutcome.Unknown(cause)));
    }
}
