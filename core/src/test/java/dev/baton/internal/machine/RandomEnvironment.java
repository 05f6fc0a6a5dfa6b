package dev.baton.internal.machine;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A random environment of one candidate: replies are late, repeated or missing, timers fire in any order, and the
 * application calls methods at random. It runs effects and chooses the next input.
 */
final class RandomEnvironment implements EffectHandler {
    private static final List<EndReason> GONE = List.of(EndReason.TAKEN_OVER, EndReason.SESSION_CLOSED);
    private static final List<AttemptHint> HINTS = List.of(AttemptHint.values());

    private final Random random;
    private final Set<Long> attempts = new HashSet<>();
    private final Set<Long> unanswered = new HashSet<>();
    private final Set<Long> renewals = new HashSet<>();
    private final Set<Long> releases = new HashSet<>();
    private final Set<Effect.Timer> timers = EnumSet.noneOf(Effect.Timer.class);
    private int retryCalls;
    private long lastEpoch;
    private long now = Duration.ofSeconds(1).toNanos();
    boolean workRuns;
    boolean workInterrupted;
    boolean healthy = true;
    boolean drainExpired;

    RandomEnvironment(Random random) {
        this.random = random;
    }

    /** Returns an input that is possible now. */
    Input next(Candidacy candidacy) {
        now += Duration.ofMillis(random.nextInt(1_500)).toNanos();
        List<Supplier<Input>> possible =
                new ArrayList<>(List.of(this::application, this::signal, () -> signal(candidacy)));
        timers.forEach(timer -> possible.add(() -> fire(timer)));
        attempts.forEach(attempt -> possible.add(() -> attemptReply(attempt)));
        renewals.forEach(epoch -> possible.add(() -> renewalReply(epoch)));
        releases.forEach(epoch -> possible.add(() -> releaseReply(epoch)));
        if (retryCalls > 0) {
            possible.add(this::retryResult);
        }
        if (workRuns && workInterrupted) {
            possible.add(this::workStopped);
        }
        return possible.get(random.nextInt(possible.size())).get();
    }

    @Override
    public void on(Effect.TryAcquire effect) {
        attempts.add(effect.attempt());
    }

    @Override
    public void on(Effect.Renew effect) {
        renewals.add(effect.epoch());
    }

    @Override
    public void on(Effect.Reclaim effect) {
        renewals.add(effect.epoch());
    }

    @Override
    public void on(Effect.Release effect) {
        releases.add(effect.epoch());
    }

    @Override
    public void on(Effect.DiscardGrant effect) {
        // The reply is not awaited.
    }

    @Override
    public void on(Effect.Withdraw effect) {
        // The reply is not awaited.
    }

    @Override
    public void on(Effect.SetTimer effect) {
        timers.add(effect.timer());
    }

    @Override
    public void on(Effect.CancelTimer effect) {
        timers.remove(effect.timer());
    }

    @Override
    public void on(Effect.ScheduleRetry effect) {
        retryCalls++;
    }

    @Override
    public void on(Effect.BeginLeadership effect) {
        workRuns = true;
        workInterrupted = false;
        drainExpired = false;
    }

    @Override
    public void on(Effect.ExtendLeadership effect) {
        // Expiry is a timer here.
    }

    @Override
    public void on(Effect.EndLeadership effect) {
        workInterrupted = true;
    }

    @Override
    public void on(Effect.Publish effect) {
        // The walk checks the events.
    }

    private Input application() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> new ApplicationInput.Start(now);
            case 4 -> new ApplicationInput.StopRequested(now);
            case 5, 6 -> new ApplicationInput.StepDownRequested(now);
            case 7 -> new ApplicationInput.TransferRequested(now, "b");
            case 8 -> new ApplicationInput.ForceRequested(now);
            case 9 ->
                random.nextInt(20) == 0
                        ? new ApplicationInput.RuntimeFailed(now, failure())
                        : new ApplicationInput.Start(now);
            default -> {
                healthy = random.nextInt(3) > 0;
                yield new ApplicationInput.HealthChanged(now, healthy);
            }
        };
    }

    private Input signal() {
        return new AttemptInput.TryNow(now, HINTS.get(random.nextInt(HINTS.size())));
    }

    private Input signal(Candidacy candidacy) {
        long epoch = random.nextBoolean() ? candidacy.epoch() : random.nextLong(1 + lastEpoch);
        return random.nextInt(4) == 0
                ? new TenureInput.ClaimGone(now, epoch, GONE.get(random.nextInt(GONE.size())))
                : new ApplicationInput.Start(now);
    }

    private Input fire(Effect.Timer timer) {
        timers.remove(timer);
        return switch (timer) {
            case ATTEMPT -> new AttemptInput.AttemptDue(now);
            case RENEW -> new TenureInput.RenewDue(now);
            case VALIDITY -> new TenureInput.ValidityEnding(now);
            case GRACE -> new TenureInput.GraceExpired(now);
            case DRAIN -> {
                drainExpired = true;
                yield new TenureInput.DrainExpired(now);
            }
        };
    }

    private Input attemptReply(long attempt) {
        int fate = random.nextInt(6);
        if (fate == 0) {
            unanswered.add(attempt);
            return new AttemptInput.AcquireUnknown(now, attempt, failure());
        }
        attempts.remove(attempt);
        if (fate == 1) {
            return new AttemptInput.HeldByOther(now, attempt, "b", Optional.of(Duration.ofSeconds(1)));
        }
        // If a reply was lost, a later attempt finds its grant in the store, and the late reply has the same epoch.
        boolean sameGrant = unanswered.remove(attempt) && lastEpoch > 0;
        lastEpoch += sameGrant ? 0 : 1;
        return new AttemptInput.Won(now, attempt, lastEpoch, sentBefore(fate == 2 ? 9_000 : 200));
    }

    private Input renewalReply(long epoch) {
        int fate = random.nextInt(5);
        if (fate == 0) {
            return new TenureInput.RenewUnknown(now, epoch, failure());
        }
        renewals.remove(epoch);
        return fate == 1
                ? new TenureInput.ClaimGone(now, epoch, EndReason.TAKEN_OVER)
                : new TenureInput.Renewed(now, epoch, sentBefore(fate == 2 ? 9_000 : 200));
    }

    private Input releaseReply(long epoch) {
        int fate = random.nextInt(4);
        if (fate == 0) {
            return new TenureInput.ReleaseUnknown(now, epoch, failure());
        }
        releases.remove(epoch);
        return fate == 1
                ? new TenureInput.ClaimGone(now, epoch, EndReason.TAKEN_OVER)
                : new TenureInput.ReleaseDone(now, epoch);
    }

    private Input retryResult() {
        retryCalls--;
        return random.nextInt(20) == 0
                ? new AttemptInput.GiveUp(now)
                : new AttemptInput.RetryAfter(now, Duration.ofMillis(random.nextInt(3_000)));
    }

    private Input workStopped() {
        workRuns = false;
        return new TenureInput.WorkStopped(now);
    }

    private ClockReading sentBefore(int maxMillis) {
        return new ClockReading(
                now - Duration.ofMillis(random.nextInt(maxMillis)).toNanos(), 0);
    }

    private static Throwable failure() {
        return new IllegalStateException("lost reply");
    }
}
