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
        Options.text(spec, "--id", "ID", "The instance id (default: BATON_INSTANCE_ID, else a new one).");
        Options.text(
                spec, "--priority", "N", "Among those that stand at the same time, higher goes first (default: 0).");
        TimingOptions.addTo(spec);
        Options.text(
                spec,
                "--retry",
                "STRATEGY",
                "fixed, exponential or jitter: when to try again after a failure (default: what fits the store).");
        Options.text(spec, "--retry-base", "D", "The first delay (default: 1; fixed: 5).");
        Options.text(spec, "--retry-max", "D", "The longest delay (default: 30).");
        Options.text(
                spec,
                "--reconnect-grace",
                "D",
                "How long a claim in doubt may be recovered without a loss; nobody leads meanwhile (default: off).");
        Options.flag(spec, "--no-auto-reacquire", "Exit with 4 when leadership is lost, instead of standing by again.");
        Options.text(
                spec,
                "--health-command",
                "CMD",
                "Asked every second with sh -c: when it fails or takes over 5 s, this instance does not lead.");
    }

    static CandidateSettings from(ParseResult given, String url) {
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        QuorumUrls.instanceId(url, Options.text(given, "--id")).ifPresent(settings::instanceId);
        Options.integer(given, "--priority").ifPresent(settings::priority);
        TimingOptions.applyTo(settings, given);
        retry(given).ifPresent(settings::retry);
        Options.duration(given, "--reconnect-grace").ifPresent(settings::reconnectGrace);
        settings.autoReacquire(!Options.has(given, "--no-auto-reacquire"));
        Options.text(given, "--health-command").ifPresent(command -> settings.healthCheck(new HealthCommand(command)));
        return settings.build();
    }

    private static Optional<RetryStrategy> retry(ParseResult given) {
        Optional<String> strategy = Options.text(given, "--retry");
        Optional<Duration> base = Options.duration(given, "--retry-base");
        Optional<Duration> max = Options.duration(given, "--retry-max");
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
