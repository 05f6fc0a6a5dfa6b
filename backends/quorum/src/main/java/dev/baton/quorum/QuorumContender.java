package dev.baton.quorum;

import dev.baton.ClockReading;
import dev.baton.quorum.disk.TenureCommand;
import dev.baton.quorum.step.Vote;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A candidate of this process. */
final class QuorumContender implements Contender {
    private final QuorumBackend backend;
    private final GroupMember member;
    final ContenderSettings settings;
    /** Created when there is a command to check: it reads the process table. */
    private @Nullable LiveCommandCheck liveCommands;

    private @Nullable CompletableFuture<AcquireOutcome> pending;
    long attempt;

    QuorumContender(QuorumBackend backend, GroupMember member, ContenderSettings settings) {
        this.backend = backend;
        this.member = member;
        this.settings = settings;
    }

    int priority() {
        return settings.priority();
    }

    /** Returns the name of the current holder, as this candidate reports it. */
    String nameOf(QuorumContender holder) {
        return holder.backend == backend ? "(local)" : holder.settings.instanceId();
    }

    /** Returns the difference between the clocks of this candidate and of the member. */
    ClockReading viewOffset() {
        return backend.viewOffset();
    }

    boolean isOf(QuorumBackend other) {
        return backend == other;
    }

    /** Returns the refusal if the command of an ended tenure is seen running; kills it if it has the mark of Baton. */
    Optional<AcquireOutcome.HeldBy> delay(TenureCommand ended) {
        LiveCommandCheck check =
                liveCommands == null ? new LiveCommandCheck(settings, member.clock::nanos) : liveCommands;
        liveCommands = check;
        return check.delay(ended.instanceId(), ended.epoch(), RunningCommand.parse(ended.command()));
    }

    private LocalCandidates candidates() {
        return member.candidates(settings.election());
    }

    // --- on the member's thread --------------------------------------------------------------------------------------

    /** Returns whether an attempt to acquire waits for its outcome. */
    boolean isPending() {
        return pending != null;
    }

    boolean isPending(long number) {
        return pending != null && attempt == number;
    }

    /** Completes the pending attempt, if there is one. */
    void complete(AcquireOutcome outcome) {
        CompletableFuture<AcquireOutcome> result = pending;
        pending = null;
        if (result != null) {
            result.complete(outcome);
        }
    }

    // --- on any thread -----------------------------------------------------------------------------------------------

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        if (floor >= Vote.HIGHEST_TERM) {
            return CompletableFuture.completedFuture(PendingAttempts.noEpochAbove(settings.election(), floor));
        }
        CompletableFuture<AcquireOutcome> result = new CompletableFuture<>();
        member.run(() -> {
                    complete(new AcquireOutcome.Unknown(new IOException("replaced by a later attempt")));
                    pending = result;
                    attempt++;
                    candidates().acquire(this, floor);
                })
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        result.complete(new AcquireOutcome.Unknown(failure));
                    }
                });
        return result;
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return member.call(() -> candidates().renew(claim, viewOffset())).exceptionally(RenewOutcome.Unknown::new);
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        return member.call(() -> candidates().release(this, claim, request)).exceptionally(ReleaseOutcome.Unknown::new);
    }

    @Override
    public CompletionStage<Void> withdraw() {
        return member.run(() -> {
                    candidates().withdraw(this);
                    complete(new AcquireOutcome.Unknown(new IOException("withdrawn")));
                })
                .handle((done, failure) -> true)
                .thenAccept(done -> {});
    }

    @Override
    public void close() {
        member.execute(() -> {
            candidates().abandon(this);
            member.gossip.contenders.remove(this);
        });
    }
}
