package dev.baton.internal.machine;

import static dev.baton.internal.machine.SampleCandidacies.EPOCH;
import static dev.baton.internal.machine.SampleCandidacies.NOW;
import static dev.baton.internal.machine.SampleCandidacies.REQUEST;

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

    private static final long BEFORE_RENEWAL = NOW - Duration.ofSeconds(2).toNanos();

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
        List<Class<?>> missing = new ArrayList<>();
        for (Class<?> group : Input.class.getPermittedSubclasses()) {
            missing.addAll(Arrays.asList(group.getPermittedSubclasses()));
        }
        all.forEach(sample -> missing.remove(sample.input.getClass()));
        if (!missing.isEmpty()) {
            throw new AssertionError("no sample for " + missing);
        }
        return all;
    }

    private static List<Sample> application() {
        return List.of(
                new Sample("", new ApplicationInput.Start(NOW)),
                new Sample("", new ApplicationInput.StopRequested(NOW)),
                new Sample("", new ApplicationInput.StepDownRequested(NOW)),
                new Sample("", new ApplicationInput.TransferRequested(NOW, "b")),
                new Sample("", new ApplicationInput.ForceRequested(NOW, EPOCH)),
                new Sample("earlier tenure", new ApplicationInput.ForceRequested(NOW, EPOCH - 1)),
                new Sample("healthy", new ApplicationInput.HealthChanged(NOW, true)),
                new Sample("unhealthy", new ApplicationInput.HealthChanged(NOW, false)));
    }

    private static List<Sample> attempts() {
        Optional<Duration> free = Optional.of(Duration.ofSeconds(6));
        return List.of(
                new Sample("", new AttemptInput.AttemptDue(NOW)),
                new Sample("normal", new AttemptInput.TryNow(NOW, AttemptHint.NORMAL)),
                new Sample("outranked", new AttemptInput.TryNow(NOW, AttemptHint.OUTRANKED)),
                new Sample("named successor", new AttemptInput.TryNow(NOW, AttemptHint.NAMED_SUCCESSOR)),
                new Sample("", new AttemptInput.Won(NOW, REQUEST, EPOCH + 1, FRESH)),
                new Sample("grant too old", new AttemptInput.Won(NOW, REQUEST, EPOCH + 1, OLD)),
                new Sample("late", new AttemptInput.Won(NOW, REQUEST - 1, EPOCH + 1, FRESH)),
                new Sample("late, epoch of this tenure", new AttemptInput.Won(NOW, REQUEST - 1, EPOCH, FRESH)),
                new Sample("", new AttemptInput.HeldByOther(NOW, REQUEST, "b", free)),
                new Sample("late", new AttemptInput.HeldByOther(NOW, REQUEST - 1, "b", free)),
                new Sample("", new AttemptInput.AcquireUnknown(NOW, REQUEST, cause())),
                new Sample("late", new AttemptInput.AcquireUnknown(NOW, REQUEST - 1, cause())),
                new Sample("", new AttemptInput.RetryAfter(NOW, Duration.ofSeconds(5))),
                new Sample("", new AttemptInput.GiveUp(NOW)));
    }

    private static List<Sample> tenure() {
        return List.of(
                new Sample("", new TenureInput.RenewDue(NOW)),
                new Sample("", new TenureInput.Renewed(NOW, REQUEST, FRESH)),
                new Sample("too old", new TenureInput.Renewed(NOW, REQUEST, OLD)),
                new Sample("after the validity ended", new TenureInput.Renewed(AFTER_VALIDITY, REQUEST, FRESH)),
                new Sample("late", new TenureInput.Renewed(NOW, REQUEST - 1, FRESH)),
                new Sample("", new TenureInput.RenewUnknown(NOW, REQUEST, cause())),
                new Sample("late", new TenureInput.RenewUnknown(NOW, REQUEST - 1, cause())),
                new Sample("taken over", new TenureInput.ClaimGone(NOW, REQUEST, EndReason.TAKEN_OVER)),
                new Sample("session closed", new TenureInput.ClaimGone(NOW, REQUEST, EndReason.SESSION_CLOSED)),
                new Sample("late", new TenureInput.ClaimGone(NOW, REQUEST - 1, EndReason.TAKEN_OVER)),
                new Sample("taken over", new TenureInput.GoneSignal(NOW, EPOCH, EndReason.TAKEN_OVER, NOW)),
                new Sample("session closed", new TenureInput.GoneSignal(NOW, EPOCH, EndReason.SESSION_CLOSED, NOW)),
                new Sample("earlier tenure", new TenureInput.GoneSignal(NOW, EPOCH - 1, EndReason.TAKEN_OVER, NOW)),
                new Sample(
                        "older than the last renewal",
                        new TenureInput.GoneSignal(NOW, EPOCH, EndReason.SESSION_CLOSED, BEFORE_RENEWAL)),
                new Sample("", new TenureInput.ValidityEnding(NOW)),
                new Sample("", new TenureInput.GraceExpired(NOW)));
    }

    private static List<Sample> ending() {
        return List.of(
                new Sample("", new TenureInput.WorkFailed(NOW)),
                new Sample("", new TenureInput.WorkStopped(NOW)),
                new Sample("", new TenureInput.DrainExpired(NOW)),
                new Sample("", new TenureInput.ReleaseDone(NOW, REQUEST)),
                new Sample("late", new TenureInput.ReleaseDone(NOW, REQUEST - 1)),
                new Sample("", new TenureInput.ReleaseUnknown(NOW, REQUEST, cause())),
                new Sample("late", new TenureInput.ReleaseUnknown(NOW, REQUEST - 1, cause())),
                new Sample("", new ApplicationInput.RuntimeFailed(NOW, cause())));
    }

    private static Throwable cause() {
        return new IllegalStateException("the store failed");
    }
}
