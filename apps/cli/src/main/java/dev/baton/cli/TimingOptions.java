package dev.baton.cli;

import dev.baton.CandidateSettingsBuilder;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The durations a candidate runs on. What is not given comes from the store and is fitted to be safe. */
final class TimingOptions {
    private static final Duration USUAL_STOP_GRACE = Duration.ofSeconds(5);

    private TimingOptions() {}

    static void addTo(CommandSpec spec) {
        OptionReader.text(
                spec,
                "--health-interval",
                "D",
                "How often the claim is renewed (default: 5, or what the store needs).");
        OptionReader.text(
                spec, "--validity", "D", "How long the claim is trusted without news (default: the store's).");
        OptionReader.text(
                spec,
                "--stop-grace",
                "D",
                "How long CMD has between TERM and KILL; over before the validity is (default: 5, or what fits).");
    }

    static void applyTo(CandidateSettingsBuilder settings, ParseResult given) {
        Optional<Duration> interval = OptionReader.duration(given, "--health-interval");
        Optional<Duration> validity = OptionReader.duration(given, "--validity");
        Optional<Duration> grace = OptionReader.duration(given, "--stop-grace");
        interval.ifPresent(settings::renewInterval);
        validity.ifPresent(settings::validity);
        if (grace.isEmpty() && interval.isEmpty() && validity.isEmpty()) {
            grace = Optional.of(USUAL_STOP_GRACE);
        }
        // The claim is kept until the last process is really gone, even if the dead-man stands still.
        grace.ifPresent(value -> settings.stopGrace(value).drain(value.plus(LeashedCommand.LATE.multipliedBy(4))));
    }
}
