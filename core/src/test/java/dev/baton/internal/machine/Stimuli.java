package dev.baton.internal.machine;

import static dev.baton.internal.machine.Samples.ATTEMPT;
import static dev.baton.internal.machine.Samples.EPOCH;
import static dev.baton.internal.machine.Samples.NOW;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Inputs of every kind, in every variant that a reaction tells apart. */
final class Stimuli {
    private static final ClockReading FRESH =
            new ClockReading(NOW - Duration.ofMillis(10).toNanos(), 1_000);
    private static final ClockReading OLD =
            new ClockReading(NOW - Duration.ofSeconds(8).toNanos(), 1_000);
    private static final long AFTER_VALIDITY = NOW + Duration.ofSeconds(9).toNanos();

    private Stimuli() {}

    /** An input, and what sets it apart from others of its kind; empty when nothing does. */
    record Stimulus(String variant, Input input) {
        String kind() {
            return input.getClass().getSimpleName();
        }
    }

    static List<Stimulus> all() {
        List<Stimulus> all = new ArrayList<>(owner());
        all.addAll(attempts());
        all.addAll(reign());
        all.addAll(ending());
        List<Class<?>> missing = new ArrayList<>(Arrays.asList(Input.class.getPermittedSubclasses()));
        all.forEach(stimulus -> missing.remove(stimulus.input.getClass()));
        if (!missing.isEmpty()) {
            throw new AssertionError("no stimulus for " + missing);
        }
        return all;
    }

    private static List<Stimulus> owner() {
        return List.of(
                new Stimulus("", new Input.Start(NOW)),
                new Stimulus("", new Input.StopRequested(NOW)),
                new Stimulus("", new Input.StepDownRequested(NOW)),
                new Stimulus("", new Input.TransferRequested(NOW, "b")),
                new Stimulus("", new Input.ForceRequested(NOW)),
                new Stimulus("well", new Input.HealthChanged(NOW, true)),
                new Stimulus("unwell", new Input.HealthChanged(NOW, false)));
    }

    private static List<Stimulus> attempts() {
        Optional<Duration> free = Optional.of(Duration.ofSeconds(6));
        return List.of(
                new Stimulus("", new Input.AttemptDue(NOW)),
                new Stimulus("normal", new Input.TryNow(NOW, AttemptHint.NORMAL)),
                new Stimulus("outranked", new Input.TryNow(NOW, AttemptHint.OUTRANKED)),
                new Stimulus("summoned", new Input.TryNow(NOW, AttemptHint.SUMMONED)),
                new Stimulus("", new Input.Won(NOW, ATTEMPT, EPOCH + 1, FRESH)),
                new Stimulus("grant too old", new Input.Won(NOW, ATTEMPT, EPOCH + 1, OLD)),
                new Stimulus("older attempt", new Input.Won(NOW, ATTEMPT - 1, EPOCH + 1, FRESH)),
                new Stimulus("older attempt, this reign's epoch", new Input.Won(NOW, ATTEMPT - 1, EPOCH, FRESH)),
                new Stimulus("", new Input.HeldByOther(NOW, ATTEMPT, "b", free)),
                new Stimulus("older attempt", new Input.HeldByOther(NOW, ATTEMPT - 1, "b", free)),
                new Stimulus("", new Input.AcquireUnknown(NOW, ATTEMPT, cause())),
                new Stimulus("older attempt", new Input.AcquireUnknown(NOW, ATTEMPT - 1, cause())),
                new Stimulus("", new Input.RetryAfter(NOW, Duration.ofSeconds(5))),
                new Stimulus("", new Input.GiveUp(NOW)));
    }

    private static List<Stimulus> reign() {
        return List.of(
                new Stimulus("", new Input.RenewDue(NOW)),
                new Stimulus("", new Input.Renewed(NOW, EPOCH, FRESH)),
                new Stimulus("too old", new Input.Renewed(NOW, EPOCH, OLD)),
                new Stimulus("after the validity", new Input.Renewed(AFTER_VALIDITY, EPOCH, FRESH)),
                new Stimulus("earlier reign", new Input.Renewed(NOW, EPOCH - 1, FRESH)),
                new Stimulus("", new Input.RenewUnknown(NOW, EPOCH, cause())),
                new Stimulus("earlier reign", new Input.RenewUnknown(NOW, EPOCH - 1, cause())),
                new Stimulus("taken over", new Input.ClaimGone(NOW, EPOCH, EndReason.TAKEN_OVER)),
                new Stimulus("session closed", new Input.ClaimGone(NOW, EPOCH, EndReason.SESSION_CLOSED)),
                new Stimulus("earlier reign", new Input.ClaimGone(NOW, EPOCH - 1, EndReason.TAKEN_OVER)),
                new Stimulus("", new Input.ValidityEnding(NOW)),
                new Stimulus("", new Input.GraceExpired(NOW)));
    }

    private static List<Stimulus> ending() {
        return List.of(
                new Stimulus("", new Input.WorkStopped(NOW)),
                new Stimulus("", new Input.DrainExpired(NOW)),
                new Stimulus("", new Input.ReleaseDone(NOW, EPOCH)),
                new Stimulus("earlier reign", new Input.ReleaseDone(NOW, EPOCH - 1)),
                new Stimulus("", new Input.ReleaseUnknown(NOW, EPOCH, cause())),
                new Stimulus("earlier reign", new Input.ReleaseUnknown(NOW, EPOCH - 1, cause())),
                new Stimulus("", new Input.RuntimeFailed(NOW, cause())));
    }

    private static Throwable cause() {
        return new IllegalStateException("the store said no");
    }
}
