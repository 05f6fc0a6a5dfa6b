package dev.baton.quorum;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.StepDownCause;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * This member's candidates in one election. The node wins or loses the election for the member; this class decides
 * which candidate gets the claim. Used only by the member's thread.
 */
final class LocalCandidates {
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
    private final LocalTenure tenure = new LocalTenure();

    LocalCandidates(GroupMember member, String election) {
        this.member = member;
        this.election = election;
        this.attempts = new PendingAttempts(member, election);
    }

    /** Returns whether a local candidate has received the claim. */
    boolean leads() {
        return tenure.isDelivered();
    }

    /** Returns the epoch of the last tenure of this member. */
    long epoch() {
        return tenure.epoch();
    }

    /** Returns the end of the last lease that the node granted. */
    long validUntil() {
        return tenure.validUntil();
    }

    /** Returns the instance id of the candidate of this backend that has the claim of this epoch. */
    Optional<String> holderOf(QuorumBackend backend, long wanted) {
        return tenure.holder()
                .filter(current -> leads() && epoch() == wanted && current.isOf(backend))
                .map(current -> current.settings.instanceId());
    }

    /** Returns how long a local candidate may still consider itself leader, even if this member fails now. */
    long remainingNanos() {
        return leads() ? validUntil() - member.clock.nanos() : 0;
    }

    // --- requests of candidates --------------------------------------------------------------------------------------

    void acquire(QuorumContender contender, long floor) {
        QuorumContender holder = tenure.holder().orElse(contender);
        if (holder != contender) {
            candidates.add(contender);
            contender.complete(new AcquireOutcome.HeldBy(contender.nameOf(holder), epoch(), Optional.empty()));
            return;
        }
        if (tenure.isHeld()) {
            if (!leads() && epoch() > floor) {
                if (tenure.isChecked()) {
                    deliver(contender);
                } else {
                    attempts.limit(contender);
                }
                return;
            }
            // The candidate may have released this claim already, so it needs one with a new epoch.
            giveUp("", EndReason.SESSION_CLOSED);
        }
        Optional<AcquireOutcome.Unknown> impossible = attempts.noEpochLeft(floor);
        if (impossible.isPresent()) {
            withdraw(contender);
            contender.complete(impossible.get());
            return;
        }
        Optional<AcquireOutcome.HeldBy> delay = attempts.delay(contender, tenure.endedEpoch());
        if (delay.isPresent()) {
            withdraw(contender);
            contender.complete(delay.get());
            return;
        }
        candidates.add(contender);
        member.metrics.start(election);
        campaign(floor);
        if (contender.isPending()) {
            attempts.reportLeaderLater(contender, tenure);
            attempts.limit(contender);
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
        return tenure.renew(claim, viewOffset, member.clock.nanos(), member.timing.heartbeatEvery());
    }

    ReleaseOutcome release(QuorumContender contender, Claim claim, ReleaseRequest request) {
        if (!tenure.matches(claim) || !tenure.isHeldBy(contender)) {
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
        if (tenure.isHeldBy(contender)) {
            giveUp("", EndReason.SESSION_CLOSED);
        } else if (candidates.isEmpty() && !tenure.isHeld()) {
            member.handle(new NodeEvent.Withdraw(election));
        }
    }

    /** The candidate was closed without a release: its claim stays until it has expired. */
    void abandon(QuorumContender contender) {
        long abandoned = epoch();
        if (!tenure.isHeldBy(contender) || !leads()) {
            withdraw(contender);
            return;
        }
        candidates.remove(contender);
        member.schedule(Duration.ofNanos(remainingNanos()), () -> {
            if (tenure.isHeldBy(contender) && epoch() == abandoned) {
                giveUp("", EndReason.SESSION_CLOSED);
            }
        });
    }

    /** Gives up the lease, after the work has stopped. The other local candidates stay in the election. */
    private void giveUp(String successor, EndReason reason) {
        long ended = epoch();
        endTenure(reason);
        member.handle(new NodeEvent.Release(election, ended, successor));
        if (!candidates.isEmpty() && !tenure.isHeld()) {
            campaign(0);
        }
    }

    /** Removes the holder. Returns whether it had received the claim. */
    private boolean endTenure(EndReason reason) {
        boolean led = tenure.end();
        member.commands.tenureEnded(election);
        if (led) {
            member.gossip.tenureEnded(election, epoch(), reason, tenure.overdue(member.clock.nanos()));
        }
        return led;
    }

    // --- effects of the node -----------------------------------------------------------------------------------------

    /** The member leads for these nanoseconds. */
    void won(long term, long nanos, ClockReading at) {
        tenure.extend(nanos, member.timing.leaderLease(), at);
        if (tenure.isHeld() && epoch() == term) {
            return;
        }
        QuorumContender winner = candidates.stream().min(PREFERENCE).orElse(null);
        if (winner == null) {
            tenure.begin(term);
            member.handle(new NodeEvent.Withdraw(election));
            return;
        }
        tenure.begin(term, winner);
        candidates.stream()
                .filter(other -> other != winner)
                .forEach(other ->
                        other.complete(new AcquireOutcome.HeldBy(other.nameOf(winner), term, Optional.empty())));
        member.schedule(PendingAttempts.TIMEOUT, () -> {
            if (tenure.isUnchecked(winner, term)) {
                giveUpUndelivered(winner, attempts.noReport());
            }
        });
        member.commands.learn(election, term, () -> check(winner, term));
    }

    /** Delivers the claim, unless the newest command that a majority knows is running. */
    private void check(QuorumContender winner, long term) {
        if (!tenure.isUnchecked(winner, term)) {
            return;
        }
        Optional<AcquireOutcome.HeldBy> delay = attempts.delayOfWinner(winner, term);
        if (delay.isPresent()) {
            giveUpUndelivered(winner, delay.get());
            return;
        }
        tenure.check();
        if (winner.isPending()) {
            deliver(winner);
            return;
        }
        winner.settings.signals().tryNow();
        member.schedule(PICK_UP_TIMEOUT, () -> {
            if (tenure.isUndelivered(winner, term)) {
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
        tenure.deliver();
        member.gossip.tenureBegan(election, epoch(), winner);
        winner.complete(new AcquireOutcome.Won(
                new Claim(election, winner.settings.instanceId(), epoch(), tenure.validFrom(winner.viewOffset()))));
    }

    /** The member leads no longer. */
    void lost(long term, StepDownCause cause) {
        QuorumContender former = tenure.holder().orElse(null);
        if (former == null || term != epoch()) {
            return;
        }
        candidates.remove(former);
        EndReason reason = LocalTenure.endReason(cause);
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
        if (!tenure.isHeld()) {
            member.handle(new NodeEvent.Withdraw(election));
        } else if (!leads()) {
            giveUp("", EndReason.SHUT_DOWN);
        }
    }

    /** Reports that the member has failed. */
    void fail(Throwable cause) {
        tenure.holder()
                .filter(former -> leads())
                .ifPresent(former -> former.settings.signals().claimGone(epoch(), EndReason.SESSION_CLOSED));
        Set.copyOf(candidates).forEach(contender -> contender.complete(new AcquireOutcome.Unknown(cause)));
    }
}
