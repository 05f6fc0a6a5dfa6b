package dev.baton.quorum;

import dev.baton.ClockReading;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One candidate of this process, as its member sees it. */
final class QuorumContender implements Contender {
    private final QuorumBackend backend;
    private final GroupMember member;
    private final ContenderSettings contest;
    private @Nullable CompletableFuture<AcquireOutcome> waiting;
    private long attempt;

    QuorumContender(QuorumBackend backend, GroupMember member, ContenderSettings contest) {
        this.backend = backend;
        this.member = member;
        this.contest = contest;
    }

    String instanceId() {
        return contest.instanceId();
    }

    String election() {
        return contest.election();
    }

    String url() {
        return contest.url();
    }

    int priority() {
        return contest.priority();
    }

    ContenderSignals signals() {
        return contest.signals();
    }

    /** How a holder is called towards this candidate. */
    String holderName(QuorumContender holder) {
        return holder.backend == backend ? "(local)" : holder.instanceId();
    }

    /** How far the clocks of this candidate are from those of the member. */
    ClockReading viewOffset() {
        return backend.viewOffset();
    }

    // --- on the thread of the member -----------------------------------------------------------------------------

    boolean isWaiting() {
        return waiting != null;
    }

    long attempt() {
        return attempt;
    }

    void answer(AcquireOutcome outcome) {
        CompletableFuture<AcquireOutcome> answer = waiting;
        waiting = null;
        if (answer != null) {
            answer.complete(outcome);
        }
    }

    // --- on any thread ---------------------------------------------------------------------------------------------

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        CompletableFuture<AcquireOutcome> answer = new CompletableFuture<>();
        member.<Boolean>ask(() -> {
                    answer(new AcquireOutcome.Unknown(new IOException("overtaken by a later attempt")));
                    waiting = answer;
                    attempt++;
                    member.desk(contest.election()).acquire(this, floor);
                    return true;
                })
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        answer.complete(new AcquireOutcome.Unknown(failure));
                    }
                });
        return answer;
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return member.<RenewOutcome>ask(() -> member.desk(contest.election()).renew(claim, viewOffset()))
                .exceptionally(RenewOutcome.Unknown::new);
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure) {
        return member.<ReleaseOutcome>ask(() -> member.desk(contest.election()).release(this, claim, departure))
                .exceptionally(ReleaseOutcome.Unknown::new);
    }

    @Override
    public CompletionStage<Void> withdraw() {
        return member.<Boolean>ask(() -> {
                    member.desk(contest.election()).withdraw(this);
                    answer(new AcquireOutcome.Unknown(new IOException("withdrawn")));
                    return true;
                })
                .handle((done, failure) -> done)
                .thenAccept(done -> {});
    }

    @Override
    public void close() {
        member.post(() -> member.desk(contest.election()).abandon(this));
        backend.left(this);
    }
}
