package dev.baton.cli;

import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.RetryStrategy;
import java.time.Duration;
import java.util.Optional;

/** The settings of the candidate of {@code baton run}, from its options. */
final class RunSettings {
    static final String ID_HELP = "The instance id (default: BATON_INSTANCE_ID, then a generated one).";

    private RunSettings() {}

    static CommandSyntax addTo(CommandSyntax syntax) {
        syntax.option("--id", "ID", ID_HELP)
                .option("--priority", "N", "Candidates with a higher priority try to acquire first (default: 0).");
        return TimingOptions.addTo(syntax)
                .option(
                        "--retry",
                        "STRATEGY",
                        "Delays between failed attempts: fixed, exponential or jitter (default: depends on the store).")
                .option("--retry-base", "D", "The first delay (default: 1; with fixed: 5).")
                .option("--retry-max", "D", "The longest delay (default: 30).")
                .option(
                        "--reconnect-grace",
                        "D",
                        "How long a claim that could not be renewed may be recovered without a loss. No instance leads"
                                + " meanwhile (default: off).")
                .flag("--no-auto-reacquire", "Exit with 4 when leadership is lost, instead of becoming a standby.")
                .option(
                        "--health-command",
                        "CMD",
                        "Health check, run every second with sh -c. If it fails or takes longer than 5 s, this instance"
                                + " does not lead.");
    }

    static CandidateSettings from(Invocation call, String url) {
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        GroupUrls.instanceId(url, call.text("--id")).ifPresent(settings::instanceId);
        call.integer("--priority").ifPresent(settings::priority);
        TimingOptions.applyTo(settings, call);
        retry(call).ifPresent(settings::retry);
        call.duration("--reconnect-grace").ifPresent(settings::reconnectGrace);
        settings.autoReacquire(!call.has("--no-auto-reacquire"));
        call.text("--health-command").ifPresent(command -> settings.healthCheck(new HealthCheckCommand(command)));
        return settings.build();
    }

    private static Optional<RetryStrategy> retry(Invocation call) {
        Optional<String> strategy = call.text("--retry");
        Optional<Duration> base = call.duration("--retry-base");
        Optional<Duration> max = call.duration("--retry-max");
        if (strategy.isEmpty() && base.isEmpty() && max.isEmpty()) {
            return Optional.empty();
        }
        Duration first = base.orElse(Duration.ofSeconds(1));
        Duration longest = max.orElse(Duration.ofSeconds(30));
        return Optional.of(
                switch (strategy.orElse("exponential")) {
                    case "fixed" -> RetryStrategy.fixed(base.orElse(Duration.ofSeconds(5)));
                    case "exponential" -> RetryStrategy.exponential(first, longest, 2);
                    case "jitter" -> RetryStrategy.jitter(first, longest);
                    default ->
                        throw new UsageException(
                                "--retry " + strategy.get() + " is unknown: use fixed, exponential or jitter");
                });
    }
}
