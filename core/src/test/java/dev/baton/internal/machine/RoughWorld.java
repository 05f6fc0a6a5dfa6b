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
 * What surrounds one candidate, as rough as it may get: answers come late, twice or not at all, timers
 * fire in any order, and the owner does not know what it wants. Carries out effects, offers inputs.
 */
final class RoughWorld {
    private static final List<EndReason> GONE = List.of(EndReason.TAKEN_OVER, EndReason.SESSION_CLOSED);
    private static final List<AttemptHint> CUES = List.of(AttemptHint.values());

    private final Random random;
    private final Set<Long> attempts = new HashSet<>();
    private final Set<Long> unanswered = new HashSet<>();
    private final Set<Long> renewals = new HashSet<>();
    private final Set<Long> releases = new HashSet<>();
    private final Set<Effect.Timer> timers = EnumSet.noneOf(Effect.Timer.class);
    private int questions;
    private long lastEpoch;
    private long now = Duration.ofSeconds(1).toNanos();
    boolean workRuns;
    boolean workToldToStop;
    boolean healthy = true;
    boolean drainExpired;

    RoughWorld(Random random) {
        this.random = random;
    }

    /** Anything that can happen next. */
    Input next(Candidacy candidacy) {
        now += Duration.ofMillis(random.nextInt(1_500)).toNanos();
        List<Supplier<Input>> possible = new ArrayList<>(List.of(this::owner, this::signal, () -> signal(candidacy)));
        timers.forEach(timer -> possible.add(() -> fire(timer)));
        attempts.forEach(attempt -> possible.add(() -> answer(attempt)));
        renewals.forEach(epoch -> possible.add(() -> renewal(epoch)));
        releases.forEach(epoch -> possible.add(() -> release(epoch)));
        if (questions > 0) {
            possible.add(this::advice);
        }
        if (workRuns && workToldToStop) {
            possible.add(this::workStopped);
        }
        return possible.get(random.nextInt(possible.size())).get();
    }

    void carryOut(Effect effect) {
        if (effect instanceof Effect.TryAcquire acquire) {
            attempts.add(acquire.attempt());
        } else if (effect instanceof Effect.Renew renew) {
            renewals.add(renew.epoch());
        } else if (effect instanceof Effect.Reclaim reclaim) {
            renewals.add(reclaim.epoch());
        } else if (effect instanceof Effect.Release release) {
            releases.add(release.epoch());
        } else if (effect instanceof Effect.SetTimer set) {
            timers.add(set.timer());
        } else if (effect instanceof Effect.CancelTimer cancel) {
            timers.remove(cancel.timer());
        } else if (effect instanceof Effect.AskRetry) {
            questions++;
        } else if (effect instanceof Effect.BeginLeadership) {
            workRuns = true;
            workToldToStop = false;
            drainExpired = false;
        } else if (effect instanceof Effect.EndLeadership) {
            workToldToStop = true;
        }
    }

    private Input owner() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> new Input.Start(now);
            case 4 -> new Input.StopRequested(now);
            case 5, 6 -> new Input.StepDownRequested(now);
            case 7 -> new Input.TransferRequested(now, "b");
            case 8 -> new Input.ForceRequested(now);
            case 9 -> random.nextInt(20) == 0 ? new Input.RuntimeFailed(now, trouble()) : new Input.Start(now);
            default -> {
                healthy = random.nextInt(3) > 0;
                yield new Input.HealthChanged(now, healthy);
            }
        };
    }

    private Input signal() {
        return new Input.TryNow(now, CUES.get(random.nextInt(CUES.size())));
    }

    private Input signal(Candidacy candidacy) {
        long epoch = random.nextBoolean() ? candidacy.epoch() : random.nextLong(1 + lastEpoch);
        return random.nextInt(4) == 0
                ? new Input.ClaimGone(now, epoch, GONE.get(random.nextInt(GONE.size())))
                : new Input.Start(now);
    }

    private Input fire(Effect.Timer timer) {
        timers.remove(timer);
        return switch (timer) {
            case ATTEMPT -> new Input.AttemptDue(now);
            case RENEW -> new Input.RenewDue(now);
            case VALIDITY -> new Input.ValidityEnding(now);
            case GRACE -> new Input.GraceExpired(now);
            case DRAIN -> {
                drainExpired = true;
                yield new Input.DrainExpired(now);
            }
        };
    }

    private Input answer(long attempt) {
        int fate = random.nextInt(6);
        if (fate == 0) {
            unanswered.add(attempt);
            return new Input.AcquireUnknown(now, attempt, trouble());
        }
        attempts.remove(attempt);
        if (fate == 1) {
            return new Input.HeldByOther(now, attempt, "b", Optional.of(Duration.ofSeconds(1)));
        }
        // A later attempt reads back what one left whose reply was lost: the late reply names the same epoch.
        boolean twin = unanswered.remove(attempt) && lastEpoch > 0;
        lastEpoch += twin ? 0 : 1;
        return new Input.Won(now, attempt, lastEpoch, sentBefore(fate == 2 ? 9_000 : 200));
    }

    private Input renewal(long epoch) {
        int fate = random.nextInt(5);
        if (fate == 0) {
            return new Input.RenewUnknown(now, epoch, trouble());
        }
        renewals.remove(epoch);
        return fate == 1
                ? new Input.ClaimGone(now, epoch, EndReason.TAKEN_OVER)
                : new Input.Renewed(now, epoch, sentBefore(fate == 2 ? 9_000 : 200));
    }

    private Input release(long epoch) {
        int fate = random.nextInt(4);
        if (fate == 0) {
            return new Input.ReleaseUnknown(now, epoch, trouble());
        }
        releases.remove(epoch);
        return fate == 1 ? new Input.ClaimGone(now, epoch, EndReason.TAKEN_OVER) : new Input.ReleaseDone(now, epoch);
    }

    private Input advice() {
        questions--;
        return random.nextInt(20) == 0
                ? new Input.GiveUp(now)
                : new Input.RetryAfter(now, Duration.ofMillis(random.nextInt(3_000)));
    }

    private Input workStopped() {
        workRuns = false;
        return new Input.WorkStopped(now);
    }

    private ClockReading sentBefore(int mostMillis) {
        return new ClockReading(
                now - Duration.ofMillis(random.nextInt(mostMillis)).toNanos(), 0);
    }

    private static Throwable trouble() {
        return new IllegalStateException("a reply was lost");
    }
}
