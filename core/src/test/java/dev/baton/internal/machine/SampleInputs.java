package dev.baton.internal.machine;

import static dev.baton.internal.machine.SampleCandidacies.ATTEMPT;
import static dev.baton.internal.machine.SampleCandidacies.EPOCH;
import static dev.baton.internal.machine.SampleCandidacies.NOW;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Sample inputs of every kind, in every variant that is handled differently. */
final class SampleInputs {
    private static final ClockReading FRESH =
            new ClockReading(NOW - Duration.ofMillis(10).toNanos(), 1_000);
    private static final ClockReading OLD =
            new ClockReading(NOW - Duration.ofSeconds(8).toNanos(), 1_000);
    private static final long AFTER_VALIDITY = NOW + Duration.ofSeconds(9).toNanos();

    private SampleInputs() {}

    /** A sample, with the name of its difference from the default one of its kind; empty for that one. */
    record Sample(String variant, Input input) {
        String kind() {
            return input.getClass().getSimpleName();
        }
    }

    static List<Sample> all() {
        List<Sample> all = new ArrayList<>(application());
        all.addAll(attempts());
        all.addAll(tenure());
        all.addAll(ending());
        List<Class<?>> missing = new ArrayList<>(Arrays.asList(Input.class.getPermittedSubclasses()));
        all.forEach(sample -> missing.remove(sample.input.getClass()));
        if (!missing.isEmpty()) {
            throw new AssertionError("no sample for " + missing);
        }
        return all;
    }

    private static List<Sample> application() {
        return List.of(
                new Sample("", new Input.Start(NOW)),
                new Sample("", new Input.StopRequested(NOW)),
                new Sample("", new Input.StepDownRequested(NOW)),
                new Sample("", new Input.TransferRequested(NOW, "b")),
                new Sample("", new Input.ForceRequested(NOW)),
                new Sample("healthy", new Input.HealthChanged(NOW, true)),
                new Sample("unhealthy", new Input.HealthChanged(NOW, false)));
    }

    private static List<Sample> attempts() {
        Optional<Duration> free = Optional.of(Duration.ofSeconds(6));
        return List.of(
                new Sample("", new Input.AttemptDue(NOW)),
                new Sample("normal", new Input.TryNow(NOW, AttemptHint.NORMAL)),
                new Sample("outranked", new Input.TryNow(NOW, AttemptHint.OUTRANKED)),
                new Sample("named successor", new Input.TryNow(NOW, AttemptHint.NAMED_SUCCESSOR)),
                new Sample("", new Input.Won(NOW, ATTEMPT, EPOCH + 1, FRESH)),
                new Sample("grant too old", new Input.Won(NOW, ATTEMPT, EPOCH + 1, OLD)),
                new Sample("older attempt", new Input.Won(NOW, ATTEMPT - 1, EPOCH + 1, FRESH)),
                new Sample("older attempt, epoch of this tenure", new Input.Won(NOW, ATTEMPT - 1, EPOCH, FRESH)),
                new Sample("", new Input.HeldByOther(NOW, ATTEMPT, "b", free)),
                new Sample("older attempt", new Input.HeldByOther(NOW, ATTEMPT - 1, "b", free)),
                new Sample("", new Input.AcquireUnknown(NOW, ATTEMPT, cause())),
                new Sample("older attempt", new Input.AcquireUnknown(NOW, ATTEMPT - 1, cause())),
                new Sample("", new Input.RetryAfter(NOW, Duration.ofSeconds(5))),
                new Sample("", new Input.GiveUp(NOW)));
    }

    private static List<Sample> tenure() {
        return List.of(
                new Sample("", new Input.RenewDue(NOW)),
                new Sample("", new Input.Renewed(NOW, EPOCH, FRESH)),
                new Sample("too old", new Input.Renewed(NOW, EPOCH, OLD)),
                new Sample("after the validity ended", new Input.Renewed(AFTER_VALIDITY, EPOCH, FRESH)),
                new Sample("earlier tenure", new Input.Renewed(NOW, EPOCH - 1, FRESH)),
                new Sample("", new Input.RenewUnknown(NOW, EPOCH, cause())),
                new Sample("earlier tenure", new Input.RenewUnknown(NOW, EPOCH - 1, cause())),
                new Sample("taken over", new Input.ClaimGone(NOW, EPOCH, EndReason.TAKEN_OVER)),
                new Sample("session closed", new Input.ClaimGone(NOW, EPOCH, EndReason.SESSION_CLOSED)),
                new Sample("earlier tenure", new Input.ClaimGone(NOW, EPOCH - 1, EndReason.TAKEN_OVER)),
                new Sample("", new Input.ValidityEnding(NOW)),
                new Sample("", new Input.GraceExpired(NOW)));
    }

    private static List<Sample> ending() {
        return List.of(
                new Sample("", new Input.WorkStopped(NOW)),
                new Sample("", new Input.DrainExpired(NOW)),
                new Sample("", new Input.ReleaseDone(NOW, EPOCH)),
                new Sample("earlier tenure", new Input.ReleaseDone(NOW, EPOCH - 1)),
                new Sample("", new Input.ReleaseUnknown(NOW, EPOCH, cause())),
                new Sample("earlier tenure", new Input.ReleaseUnknown(NOW, EPOCH - 1, cause())),
                new Sample("", new Input.RuntimeFailed(NOW, cause())));
    }

    private static Throwable cause() {
        return new IllegalStateException("the store failed");
    }
}
