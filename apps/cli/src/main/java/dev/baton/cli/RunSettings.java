package dev.baton.cli;

import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.RetryStrategy;
import dev.baton.internal.retry.DecorrelatedJitter;
import dev.baton.internal.retry.ExponentialBackoff;
import dev.baton.internal.retry.FixedInterval;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** How the candidate of {@code baton run} takes part, from its options. */
final class RunSettings {

    private RunSettings() {}

    static void addTo(CommandSpec spec) {
        OptionReader.text(spec, "--id", "ID", "The instance id (default: BATON_INSTANCE_ID, else a new one).");
        OptionReader.text(
                spec, "--priority", "N", "Among those that stand at the same time, higher goes first (default: 0).");
        TimingOptions.addTo(spec);
        OptionReader.text(
                spec,
                "--retry",
                "STRATEGY",
                "fixed, exponential or jitter: when to try again after a failure (default: what fits the store).");
        OptionReader.text(spec, "--retry-base", "D", "The first delay (default: 1; fixed: 5).");
        OptionReader.text(spec, "--retry-max", "D", "The longest delay (default: 30).");
        OptionReader.text(
                spec,
                "--reconnect-grace",
                "D",
                "How long a claim in doubt may be recovered without a loss; nobody leads meanwhile (default: off).");
        OptionReader.flag(
                spec, "--no-auto-reacquire", "Exit with 4 when leadership is lost, instead of standing by again.");
        OptionReader.text(
                spec,
                "--health-command",
                "CMD",
                "Asked every second with sh -c: when it fails or takes over 5 s, this instance does not lead.");
    }

    static CandidateSettings from(ParseResult given, String url) {
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        GroupUrls.instanceId(url, OptionReader.text(given, "--id")).ifPresent(settings::instanceId);
        OptionReader.integer(given, "--priority").ifPresent(settings::priority);
        TimingOptions.applyTo(settings, given);
        retry(given).ifPresent(settings::retry);
        OptionReader.duration(given, "--reconnect-grace").ifPresent(settings::reconnectGrace);
        settings.autoReacquire(!OptionReader.has(given, "--no-auto-reacquire"));
        OptionReader.text(given, "--health-command")
                .ifPresent(command -> settings.healthCheck(new HealthCheckCommand(command)));
        return settings.build();
    }

    private static Optional<RetryStrategy> retry(ParseResult given) {
        Optional<String> strategy = OptionReader.text(given, "--retry");
        Optional<Duration> base = OptionReader.duration(given, "--retry-base");
        Optional<Duration> max = OptionReader.duration(given, "--retry-max");
        if (strategy.isEmpty() && base.isEmpty() && max.isEmpty()) {
            return Optional.empty();
        }
        Duration first = base.orElse(Duration.ofSeconds(1));
        Duration longest = max.orElse(Duration.ofSeconds(30));
        return Optional.of(
                switch (strategy.orElse("exponential")) {
                    case "fixed" -> new FixedInterval(base.orElse(Duration.ofSeconds(5)));
                    case "exponential" -> new ExponentialBackoff(first, longest, 2);
                    case "jitter" -> new DecorrelatedJitter(first, longest, RandomGenerator.getDefault());
                    default ->
                        throw new UsageException(
                                "--retry " + strategy.get() + " is not known: use fixed, exponential or jitter");
                });
    }
}
