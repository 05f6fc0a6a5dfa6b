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
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * This member's candidates in one election: which of them stand, and which one has what the member has won. Lives
 * on the thread of the member.
 */
final class LocalCandidates {
    /** How long an attempt waits for a leader, whoever it is. */
    private static final Duration PATIENCE = Duration.ofMillis(1_200);

    /** How long an attempt waits before it takes a known leader for the leader: its resignation may be on its way. */
    private static final Duration NEWS = Duration.ofMillis(20);

    /** How long a candidate that stands may take to pick up what was won for it. */
    private static final Duration PICK_UP = Duration.ofMillis(600);

    private final GroupMember member;
    private final String election;
    private final Set<QuorumContender> standing = new LinkedHashSet<>();
    private @Nullable QuorumContender holder;
    /** Whether the holder was told; a claim is told once. */
    private boolean told;

    private long epoch;
    private long trustedUntil = Long.MIN_VALUE;
    private ClockReading countsFrom = new ClockReading(0, 0);

    LocalCandidates(GroupMember member, String election) {
        this.member = member;
        this.election = election;
    }

    String election() {
        return election;
    }

    /** Who of this process leads, when somebody was told so. */
    Optional<QuorumContender> leader() {
        return told ? Optional.ofNullable(holder) : Optional.empty();
    }

    long epoch() {
        return epoch;
    }

    /** When the lease ends that the node granted last. */
    long leaseEnds() {
        return trustedUntil;
    }

    /** How many nanoseconds somebody here may still believe to lead, whatever becomes of this member. */
    long trustLeft() {
        return told && holder != null ? trustedUntil - member.clock().nanos() : 0;
    }

    // --- what candidates ask -------------------------------------------------------------------------------------

    void acquire(QuorumContender contender, long floor) {
        if (holder == contender && (told || epoch <= floor)) {
            // A claim is told once: this one may have been given back already. The next one has a new epoch.
            giveUp("", EndReason.SESSION_CLOSED);
        } else if (holder == contender) {
            tell(contender);
            return;
        } else if (holder != null) {
            standing.add(contender);
            contender.answer(new AcquireOutcome.HeldBy(contender.holderName(holder), epoch, Optional.empty()));
            return;
        }
        standing.add(contender);
        member.metrics().stands(election);
        stand(floor);
        if (contender.isWaiting()) {
            long attempt = contender.attempt();
            member.after(NEWS, () -> answerIfHeld(contender, attempt));
            member.after(PATIENCE, () -> {
                if (contender.isWaiting() && contender.attempt() == attempt) {
                    contender.answer(new AcquireOutcome.Unknown(new IOException(noLeader())));
                }
            });
        }
    }

    private void answerIfHeld(QuorumContender contender, long attempt) {
        ElectionState seat = member.node().seat(election);
        String leader = seat.leader(member.clock().nanos());
        boolean isHeld = holder == null && !leader.isEmpty() && !leader.equals(member.self());
        if (isHeld && contender.isWaiting() && contender.attempt() == attempt) {
            answerHeld(contender, leader, seat.term());
        }
    }

    private String noLeader() {
        int reached = member.transport().linked().size() + 1;
        return "no leader of " + election + " was elected within " + PATIENCE.toMillis() + " ms; member "
                + member.self() + " reaches " + reached + " of "
                + member.node().membership().size() + " members, itself included"
                + (member.node().isEnrolled() ? "" : ", and its disk is not known to them yet");
    }

    /** The head start of a favourite is short: whoever resigns names it, if there is one elsewhere. */
    private String favourite() {
        return member.gossip().presence().favourite(election, highestPriority());
    }

    private int highestPriority() {
        return standing.stream().mapToInt(QuorumContender::priority).max().orElse(0);
    }

    private void stand(long floor) {
        int priority = highestPriority();
        boolean alone = member.gossip().presence().isAlone(election);
        member.feed(new NodeEvent.Stand(election, priority, floor, alone));
    }

    RenewOutcome renew(Claim claim, ClockReading viewOffset) {
        if (!matches(claim)) {
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        long age = member.clock().nanos() - countsFrom.nanos();
        if (age > member.settings().heartbeatEvery().multipliedBy(2).toNanos()) {
            return new RenewOutcome.Unknown(new IOException("no majority has answered for " + age / 1_000_000 + " ms"));
        }
        return new RenewOutcome.Renewed(shifted(viewOffset));
    }

    ReleaseOutcome release(QuorumContender contender, Claim claim, ReleaseRequest departure) {
        if (!matches(claim) || holder != contender) {
            return new ReleaseOutcome.NotOurs();
        }
        standing.remove(contender);
        String successor = departure.successor().map(member.gossip()::memberOf).orElseGet(this::favourite);
        giveUp(successor, departure.reason());
        member.transport().flush();
        return new ReleaseOutcome.Released();
    }

    void withdraw(QuorumContender contender) {
        standing.remove(contender);
        if (holder == contender) {
            giveUp("", EndReason.SESSION_CLOSED);
        } else if (standing.isEmpty() && holder == null) {
            member.feed(new NodeEvent.Withdraw(election));
        }
    }

    /** The candidate is gone without a word: what it was told it may trust is left to run out. */
    void abandon(QuorumContender contender) {
        long abandoned = epoch;
        if (holder != contender || !told) {
            withdraw(contender);
            return;
        }
        standing.remove(contender);
        member.after(Duration.ofNanos(trustedUntil - member.clock().nanos()), () -> {
            if (holder == contender && epoch == abandoned) {
                giveUp("", EndReason.SESSION_CLOSED);
            }
        });
    }

    private boolean matches(Claim claim) {
        QuorumContender now = holder;
        return now != null
                && told
                && claim.epoch() == epoch
                && claim.instanceId().equals(now.instanceId());
    }

    /** The work has stopped: the lease is dropped, and whoever else stands here stands again. */
    private void giveUp(String successor, EndReason reason) {
        long ended = epoch;
        boolean reigned = told;
        holder = null;
        told = false;
        if (reigned) {
            member.gossip().reignEnded(election, ended, reason);
        }
        member.feed(new NodeEvent.Release(election, ended, successor));
        if (!standing.isEmpty() && holder == null) {
            stand(0);
        }
    }

    // --- what the node says ---------------------------------------------------------------------------------------

    void leads(long term, long nanos, ClockReading at) {
        trustedUntil = at.nanos() + nanos;
        Duration back = Duration.ofNanos(nanos).minus(member.settings().leaderLease());
        countsFrom = new ClockReading(at.nanos() + back.toNanos(), at.wallMillis() + back.toMillis() - 1);
        if (holder != null && epoch == term) {
            return;
        }
        epoch = term;
        QuorumContender winner = chosen();
        if (winner == null) {
            member.feed(new NodeEvent.Withdraw(election));
            return;
        }
        holder = winner;
        told = false;
        if (winner.isWaiting()) {
            tell(winner);
        } else {
            winner.signals().tryNow();
            member.after(PICK_UP, () -> {
                if (holder == winner && epoch == term && !told) {
                    standing.remove(winner);
                    giveUp("", EndReason.RESIGNED);
                }
            });
        }
        Optional<QuorumContender> won = Optional.of(winner);
        standing.stream().filter(other -> other != winner).forEach(other -> {
            if (other.isWaiting()) {
                other.answer(new AcquireOutcome.HeldBy(other.holderName(won.get()), term, Optional.empty()));
            }
        });
    }

    /** Of those that stand the one with the highest priority; among equals one that is waiting for an answer. */
    private @Nullable QuorumContender chosen() {
        QuorumContender best = null;
        for (QuorumContender contender : standing) {
            if (best == null
                    || contender.priority() > best.priority()
                    || (contender.priority() == best.priority() && contender.isWaiting() && !best.isWaiting())) {
                best = contender;
            }
        }
        return best;
    }

    private void tell(QuorumContender winner) {
        told = true;
        member.gossip().reignBegan(election, epoch, winner);
        winner.answer(
                new AcquireOutcome.Won(new Claim(election, winner.instanceId(), epoch, shifted(winner.viewOffset()))));
    }

    private ClockReading shifted(ClockReading offset) {
        return new ClockReading(countsFrom.nanos(), countsFrom.wallMillis() + offset.wallMillis());
    }

    void ended(long term, StepDownCause cause) {
        QuorumContender former = holder;
        if (former == null || term != epoch) {
            return;
        }
        boolean reigned = told;
        holder = null;
        told = false;
        standing.remove(former);
        EndReason reason = switch (cause) {
            case QUORUM_LOST, NEVER_ACTIVE -> EndReason.UNREACHABLE;
            case HIGHER_TERM -> EndReason.TAKEN_OVER;
            case REMOVED -> EndReason.SESSION_CLOSED;
            case RESIGNED -> EndReason.RESIGNED;
        };
        if (reigned) {
            member.gossip().reignEnded(election, term, reason);
            former.signals().claimGone(term, reason);
        }
        if (standing.isEmpty()) {
            member.feed(new NodeEvent.Withdraw(election));
        }
    }

    void follows(String leader, long term) {
        Set.copyOf(standing).forEach(contender -> {
            if (contender.isWaiting()) {
                answerHeld(contender, leader, term);
            }
        });
    }

    private void answerHeld(QuorumContender contender, String leader, long term) {
        String name = member.gossip().chronicle().instanceOf(election, term).orElse(leader);
        contender.answer(new AcquireOutcome.HeldBy(name, term, Optional.empty()));
    }

    /** This member is closing: nobody stands any more, and claims that were given back are given up. */
    void leave() {
        standing.clear();
        if (holder != null && !told) {
            giveUp("", EndReason.SHUT_DOWN);
        } else if (holder == null) {
            member.feed(new NodeEvent.Withdraw(election));
        }
    }

    void fail(Throwable broken) {
        QuorumContender former = holder;
        if (former != null && told) {
            former.signals().claimGone(epoch, EndReason.SESSION_CLOSED);
        }
        Set.copyOf(standing).forEach(contender -> {
            if (contender.isWaiting()) {
                contender.answer(new AcquireOutcome.Unknown(broken));
            }
        });
    }
}
