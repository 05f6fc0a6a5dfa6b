package dev.baton.internal.machine;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final Set<Long> reclaims = new HashSet<>();
    private final Set<Long> releases = new HashSet<>();
    private final Map<Long, Kind> kinds = new HashMap<>();
    private final Map<Kind, Long> newest = new EnumMap<>(Kind.class);
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

    /** The kinds of requests. */
    enum Kind {
        ACQUIRE,
        RENEW,
        RECLAIM,
        RELEASE
    }

    /** Returns whether the candidate may still act on this input: on an answer only if its request is the newest. */
    boolean mayChange(Candidacy candidacy, Input input) {
        if (!(input instanceof StoreAnswer answer)) {
            return true;
        }
        Kind kind = Objects.requireNonNull(kinds.get(answer.request()));
        boolean awaits = switch (candidacy.state()) {
            case STOPPED, FOLLOWER -> false;
            case ACQUIRING -> kind == Kind.ACQUIRE;
            case LEADER -> kind == Kind.RENEW;
            case RECONNECTING -> kind == Kind.RECLAIM;
            case RELEASING -> kind == Kind.RENEW || kind == Kind.RELEASE;
        };
        return awaits && answer.request() == newest.getOrDefault(kind, 0L);
    }

    private void sent(Kind kind, long request, Set<Long> open) {
        open.add(request);
        kinds.put(request, kind);
        newest.put(kind, request);
    }

    /** A reply can be delivered again, or much later. */
    private void answered(Set<Long> open, long request) {
        if (random.nextInt(3) > 0) {
            open.remove(request);
        }
    }

    /** Returns an input that is possible now. */
    Input next(Candidacy candidacy) {
        now += Duration.ofMillis(random.nextInt(1_500)).toNanos();
        List<Supplier<Input>> possible =
                new ArrayList<>(List.of(this::application, this::signal, () -> signal(candidacy)));
        timers.forEach(timer -> possible.add(() -> fire(timer)));
        attempts.forEach(attempt -> possible.add(() -> attemptReply(attempt)));
        renewals.forEach(request -> possible.add(() -> renewalReply(renewals, request)));
        reclaims.forEach(request -> possible.add(() -> renewalReply(reclaims, request)));
        releases.forEach(request -> possible.add(() -> releaseReply(request)));
        if (retryCalls > 0) {
            possible.add(this::retryResult);
        }
        if (workRuns) {
            possible.add(() -> new TenureInput.WorkFailed(now));
        }
        if (workRuns && workInterrupted) {
            possible.add(this::workStopped);
        }
        return possible.get(random.nextInt(possible.size())).get();
    }

    @Override
    public void on(Effect.TryAcquire effect) {
        sent(Kind.ACQUIRE, effect.request(), attempts);
    }

    @Override
    public void on(Effect.Renew effect) {
        sent(Kind.RENEW, effect.request(), renewals);
    }

    @Override
    public void on(Effect.Reclaim effect) {
        sent(Kind.RECLAIM, effect.request(), reclaims);
    }

    @Override
    public void on(Effect.Release effect) {
        sent(Kind.RELEASE, effect.request(), releases);
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
            case 8 -> new ApplicationInput.ForceRequested(now, random.nextLong(1 + lastEpoch));
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
                ? new TenureInput.GoneSignal(
                        now,
                        epoch,
                        GONE.get(random.nextInt(GONE.size())),
                        sentBefore(3_000).nanos())
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

    private Input attemptReply(long request) {
        int fate = random.nextInt(6);
        if (fate == 0) {
            unanswered.add(request);
            return new AttemptInput.AcquireUnknown(now, request, failure());
        }
        answered(attempts, request);
        if (fate == 1) {
            return new AttemptInput.HeldByOther(now, request, "b", Optional.of(Duration.ofSeconds(1)));
        }
        // If a reply was lost, a later attempt finds its grant in the store, and the late reply has the same epoch.
        boolean sameGrant = unanswered.remove(request) && lastEpoch > 0;
        lastEpoch += sameGrant ? 0 : 1;
        return new AttemptInput.Won(now, request, lastEpoch, sentBefore(fate == 2 ? 9_000 : 200));
    }

    private Input renewalReply(Set<Long> open, long request) {
        int fate = random.nextInt(5);
        if (fate == 0) {
            return new TenureInput.RenewUnknown(now, request, failure());
        }
        answered(open, request);
        return fate == 1
                ? new TenureInput.ClaimGone(now, request, EndReason.TAKEN_OVER)
                : new TenureInput.Renewed(now, request, sentBefore(fate == 2 ? 9_000 : 200));
    }

    private Input releaseReply(long request) {
        int fate = random.nextInt(4);
        if (fate == 0) {
            return new TenureInput.ReleaseUnknown(now, request, failure());
        }
        answered(releases, request);
        return fate == 1
                ? new TenureInput.ClaimGone(now, request, EndReason.TAKEN_OVER)
                : new TenureInput.ReleaseDone(now, request);
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
