package dev.baton.cli;

import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.LiveCommands;
import dev.baton.RetryStrategy;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.Optional;

/** The options of a candidate. Durations that are not given come from the store and are fitted to be safe. */
final class CandidateOptions {
    static final String VALIDITY_HELP = """
            --validity D  How long leadership stays valid without a renewal (default: depends on the store).
            """;

    static final String RENEWAL_HELP = """
            --health-interval D  Time between two renewals of the claim (default: 5, or shorter if the store needs it).
            """ + VALIDITY_HELP;

    static final String TIMING_HELP = RENEWAL_HELP + """
            --stop-grace D       Time between TERM and KILL for CMD; it ends before the validity does (default: 5, or
                                 shorter if that does not fit).
            """;

    static final String ID_HELP = """
            --id ID  The instance id (default: BATON_INSTANCE_ID, then a generated one).
            """;

    static final String PRIORITY_HELP = """
            --priority N           Candidates with a higher priority try to acquire first (default: 0).
            """;

    static final String RECOVERY_HELP = """
            --retry STRATEGY       Delays between failed attempts: fixed, exponential or jitter (default: depends on the
                                   store).
            --retry-base D         The first delay (default: 1; with fixed: 5).
            --retry-max D          The longest delay (default: 30).
            --reconnect-grace D    How long a claim that could not be renewed may be recovered without a loss. No instance
                                   leads meanwhile (default: off).
            --no-auto-reacquire    Exit with 4 when leadership is lost, instead of becoming a standby.
            --health-command CMD   Health check, run every second with sh -c. If it fails or takes longer than 5 s, this
                                   instance does not lead.
            """;

    static final String HELP = ID_HELP + PRIORITY_HELP + TIMING_HELP + RECOVERY_HELP;

    static final String LIVE_COMMAND_HELP = """
            --live-command WHAT   What to do while CMD of the tenure before still runs on this machine: wait, or ignore it, so
                                  that two commands may run at the same time (default: wait).
            """;

    private static final Duration DEFAULT_STOP_GRACE = Duration.ofSeconds(5);

    private CandidateOptions() {}

    /** Returns the settings of a candidate in the store at the given URL, before {@link #fit}. */
    static CandidateSettingsBuilder from(Invocation call, String url) {
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        GroupUrls.instanceId(url, call.text("--id")).ifPresent(settings::instanceId);
        call.integer("--priority").ifPresent(settings::priority);
        applyTiming(settings, call);
        retry(call).ifPresent(settings::retry);
        call.duration("--reconnect-grace").ifPresent(settings::reconnectGrace);
        settings.autoReacquire(!call.has("--no-auto-reacquire"));
        settings.liveCommands(liveCommands(call));
        call.text("--health-command").ifPresent(command -> settings.healthCheck(new HealthCommand(command)));
        settings.build(); // refuses impossible values before a store is opened
        return settings;
    }

    /** Returns what to do while an earlier command still runs. */
    static LiveCommands liveCommands(Invocation call) {
        String what = call.text("--live-command").orElse("wait");
        return switch (what) {
            case "wait" -> LiveCommands.WAIT;
            case "ignore" -> LiveCommands.IGNORE;
            default -> throw new UsageException("--live-command " + what + " is unknown: use wait or ignore");
        };
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

    static void applyTiming(CandidateSettingsBuilder settings, Invocation call) {
        call.duration("--health-interval").ifPresent(settings::renewInterval);
        call.duration("--validity").ifPresent(settings::validity);
        call.duration("--stop-grace").ifPresent(settings::stopGrace);
    }

    /** Returns the settings with a stop grace that fits this store: the given one, or 5 s, or the longest below. */
    static CandidateSettings fit(CandidateSettingsBuilder settings, BackendDefaults store) {
        CandidateSettings given = settings.build();
        // The claim is kept until the last process has ended, even if the watchdog hangs.
        return stopGrace(given, settings, store)
                .map(grace -> settings.stopGrace(grace)
                        .drain(grace.plus(LeashedCommand.WATCHDOG_DELAY.multipliedBy(4)))
                        .build())
                .orElse(given);
    }

    /** Returns empty if no stop grace is safe; {@link #check} refuses that. */
    private static Optional<Duration> stopGrace(
            CandidateSettings given, CandidateSettingsBuilder settings, BackendDefaults store) {
        if (given.stopGrace().isPresent()) {
            return given.stopGrace();
        }
        boolean all = given.validity().isEmpty() && given.renewInterval().isEmpty();
        return timing(all ? settings.stopGrace(DEFAULT_STOP_GRACE).build() : given, store)
                .or(() -> timing(given, store))
                .map(CandidateTiming::stopGrace);
    }

    private static Optional<CandidateTiming> timing(CandidateSettings settings, BackendDefaults store) {
        try {
            return Optional.of(CandidateTiming.of(settings, store));
        } catch (IllegalArgumentException unsafe) {
            return Optional.empty();
        }
    }

    /** Returns the timing on this store. Refuses timing that cannot be safe, in the words of the options. */
    static CandidateTiming check(CandidateSettings settings, BackendDefaults store) {
        try {
            return CandidateTiming.of(settings, store);
        } catch (IllegalArgumentException unsafe) {
            throw new UsageException(String.valueOf(unsafe.getMessage())
                    .replaceAll("\\brenewInterval\\b", "--health-interval")
                    .replaceAll("\\bstopGrace\\b", "--stop-grace")
                    .replaceAll("\\bvalidity\\b", "--validity"));
        }
    }
}
