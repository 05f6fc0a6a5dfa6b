package dev.baton.cli;

import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.spi.Backend;
import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.Optional;

/** The durations of a candidate. Those not given come from the store and are fitted to be safe. */
final class TimingOptions {
    private static final Duration DEFAULT_STOP_GRACE = Duration.ofSeconds(5);

    private TimingOptions() {}

    static CommandSyntax addTo(CommandSyntax syntax) {
        return syntax.option(
                        "--health-interval",
                        "D",
                        "Time between two renewals of the claim (default: 5, or shorter if the store needs it).")
                .option(
                        "--validity",
                        "D",
                        "How long leadership stays valid without a renewal (default: depends on the store).")
                .option(
                        "--stop-grace",
                        "D",
                        "Time between TERM and KILL for CMD; it ends before the validity does (default: 5, or shorter if"
                                + " that does not fit).");
    }

    static void applyTo(CandidateSettingsBuilder settings, Invocation call) {
        Optional<Duration> interval = call.duration("--health-interval");
        Optional<Duration> validity = call.duration("--validity");
        Optional<Duration> grace = call.duration("--stop-grace");
        interval.ifPresent(settings::renewInterval);
        validity.ifPresent(settings::validity);
        if (grace.isEmpty() && interval.isEmpty() && validity.isEmpty()) {
            grace = Optional.of(DEFAULT_STOP_GRACE);
        }
        // The claim is kept until the last process has ended, even if the watchdog hangs.
        grace.ifPresent(
                value -> settings.stopGrace(value).drain(value.plus(LeashedCommand.WATCHDOG_DELAY.multipliedBy(4))));
    }

    /** Returns the timing on this store. Refuses timing that cannot be safe, in the words of the options. */
    static CandidateTiming check(CandidateSettings settings, Backend store) {
        try {
            return CandidateTiming.of(settings, store.defaults());
        } catch (IllegalArgumentException unsafe) {
            throw new UsageException(String.valueOf(unsafe.getMessage())
                    .replaceAll("\\brenewInterval\\b", "--health-interval")
                    .replaceAll("\\bstopGrace\\b", "--stop-grace")
                    .replaceAll("\\bvalidity\\b", "--validity"));
        }
    }
}
