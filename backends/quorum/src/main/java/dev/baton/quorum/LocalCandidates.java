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
    private final PendingAttempts attempts;
    private final Set<QuorumContender> candidates = new LinkedHashSet<>();
    private @Nullable QuorumContender holder;
    /** Whether the holder has received the claim. Every claim is delivered once. */
    private boolean delivered;
    /** Whether no running command of an earlier tenure keeps the holder from its claim. */
    private boolean checked;

    long epoch;
    /** The highest epoch of a tenure that is known to have ended. */
    private long endedEpoch;
    /** The end of the last lease that the node granted. */
    long validUntil = Long.MIN_VALUE;

    private ClockReading validFrom = new ClockReading(0, 0);

    LocalCandidates(GroupMember member, String election) {
        this.member = member;
        this.election = election;
        this.attempts = new PendingAttempts(member, election);
    }

    /** Returns whether a local candidate has received the claim. */
    boolean leads() {
        return delivered && holder != null;
    }

    /** Returns the instance id of the candidate of this backend that has the claim of this epoch. */
    Optional<String> holderOf(QuorumBackend backend, long wanted) {
        return Optional.ofNullable(holder)
                .filter(current -> delivered && epoch == wanted && current.isOf(backend))
                .map(current -> current.settings.instanceId());
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
                if (checked) {
                    deliver(contender);
                } else {
                    attempts.limit(contender);
                }
                return;
            }
            // The candidate may have released this claim already, so it needs one with a new epoch.
            giveUp("", EndReason.SESSION_CLOSED);
        }
        Optional<AcquireOutcome.HeldBy> delay = delay(contender);
        if (delay.isPresent()) {
            withdraw(contender);
            contender.complete(delay.get());
            return;
        }
        candidates.add(contender);
        member.metrics.start(election);
        campaign(floor);
        if (contender.isPending()) {
            long attempt = contender.attempt;
            member.schedule(RESIGNATION_DELAY, () -> reportLeader(contender, attempt));
            attempts.limit(contender);
        }
    }

    /**
     * Returns the refusal if the known command of an ended tenure is running, so that the candidate does not win one
     * election after another in vain. While another member leads, the command may be its own.
     */
    private Optional<AcquireOutcome.HeldBy> delay(QuorumContender contender) {
        boolean isLed =
                !member.node.state(election).leader(member.clock.nanos()).isEmpty();
        return member.commands
                .newest(election)
                .filter(command -> !isLed && command.epoch() <= endedEpoch)
                .flatMap(contender::delay);
    }

    private void reportLeader(QuorumContender contender, long attempt) {
        ElectionState state = member.node.state(election);
        String leader = state.leader(member.clock.nanos());
        boolean isHeld = holder == null && !leader.isEmpty() && !leader.equals(member.self());
        if (isHeld && contender.isPending(attempt)) {
            attempts.reportLeader(contender, leader, state.term());
        }
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
        endedEpoch = Math.max(endedEpoch, epoch);
        member.commands.tenureEnded(election);
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
        checked = false;
        endedEpoch = Math.max(endedEpoch, term - 1);
        candidates.stream()
                .filter(other -> other != winner)
                .forEach(other ->
                        other.complete(new AcquireOutcome.HeldBy(other.nameOf(winner), term, Optional.empty())));
        member.schedule(PendingAttempts.TIMEOUT, () -> {
            if (isUnchecked(winner, term)) {
                giveUpUndelivered(
                        winner,
                        new AcquireOutcome.Unknown(
                                new IOException("no majority of the members reported the running command of " + election
                                        + " within " + PendingAttempts.TIMEOUT.toMillis() + " ms")));
            }
        });
        member.commands.learn(election, term, () -> check(winner, term));
    }

    private boolean isUnchecked(QuorumContender winner, long term) {
        return holder == winner && epoch == term && !checked;
    }

    /** Delivers the claim, unless the newest command that a majority knows is running. */
    private void check(QuorumContender winner, long term) {
        if (!isUnchecked(winner, term)) {
            return;
        }
        Optional<AcquireOutcome.HeldBy> delay = member.commands
                .newest(election)
                .filter(command -> command.epoch() < term)
                .flatMap(winner::delay);
        if (delay.isPresent()) {
            giveUpUndelivered(winner, delay.get());
            return;
        }
        checked = true;
        if (winner.isPending()) {
            deliver(winner);
            return;
        }
        winner.settings.signals().tryNow();
        member.schedule(PICK_UP_TIMEOUT, () -> {
            if (holder == winner && epoch == term && !delivered) {
                candidates.remove(winner);
                giveUp("", EndReason.RESIGNED);
            }
        });
    }

    /** Gives up a claim that was not delivered, so that a candidate elsewhere can have it. */
    private void giveUpUndelivered(QuorumContender winner, AcquireOutcome outcome) {
        candidates.remove(winner);
        giveUp("", EndReason.RESIGNED);
        if (winner.isPending()) {
            winner.complete(outcome);
        } else {
            winner.settings.signals().tryNow();
        }
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
                .forEach(contender -> attempts.reportLeader(contender, leader, term));
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
