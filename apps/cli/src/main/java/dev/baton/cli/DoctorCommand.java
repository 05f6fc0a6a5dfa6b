package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.StoreCheck;
import dev.baton.support.json.JsonObject;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** {@code baton doctor}: checks the store and computes the worst-case failover times for the given options. */
final class DoctorCommand {
    static final String HELP = """
            Checks the store and prints the worst-case failover time for the given options: after a kill, a freeze, a
              partition and a release. Prints also how baton run holds its command here, and what can escape that.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + CandidateOptions.TIMING_HELP + """
            --json  Print one JSON object.
            """;

    private DoctorCommand() {}

    static int run(Invocation call) {
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        CandidateOptions.applyTiming(settings, call);
        Baton connected;
        try {
            connected = ElectionTarget.ofStore(call).connectAsObserver();
        } catch (BatonException refused) {
            return refused(call, new StoreCheck("open", false, String.valueOf(refused.getMessage())));
        }
        try (Baton baton = connected) {
            BackendDefaults store = baton.backend().defaults();
            CandidateTiming timing = CandidateOptions.check(CandidateOptions.fit(settings, store), store);
            FailoverTimes failover = baton.backend().failover(timing);
            List<StoreCheck> checks = baton.backend().selfTest();
            LeashChoice leash = LeashChoice.of("auto", List.of());
            if (call.has("--json")) {
                call.printJson(json(checks, failover, timing).with("leash", json(leash)));
            } else {
                call.out().println("Store: " + baton.backend().describe());
                DoctorChecks results = new DoctorChecks(checks);
                results.print(call.context(), Optional.of(leash));
                print(failover, timing, call.out());
                results.printVerdict(call.context(), Optional.of(failover));
            }
            return checks.stream().allMatch(StoreCheck::ok) ? ExitCode.DONE : ExitCode.STORE;
        }
    }

    /** A store that cannot be opened has no failover times: they depend on its settings. */
    private static int refused(Invocation call, StoreCheck check) {
        if (call.has("--json")) {
            call.printJson(new JsonObject().withAll("checks", List.of(check), DoctorCommand::json));
        } else {
            DoctorChecks results = new DoctorChecks(List.of(check));
            results.print(call.context(), Optional.empty());
            results.printVerdict(call.context(), Optional.empty());
        }
        return ExitCode.STORE;
    }

    private static JsonObject json(List<StoreCheck> checks, FailoverTimes failover, CandidateTiming timing) {
        JsonObject times = new JsonObject()
                .with("kill_ms", failover.kill().toMillis())
                .with("freeze_ms", failover.freeze().toMillis())
                .with("partition_ms", failover.partition().toMillis())
                .with("release_ms", failover.release().toMillis());
        return new JsonObject()
                .withAll("checks", checks, DoctorCommand::json)
                .with("failover", times)
                .with("margin_ms", timing.margin().toMillis())
                .with("assumptions", failover.assumptions());
    }

    private static JsonObject json(StoreCheck check) {
        return new JsonObject()
                .with("name", check.name())
                .with("ok", check.ok())
                .with("detail", check.detail());
    }

    private static JsonObject json(LeashChoice leash) {
        return new JsonObject()
                .with("level", leash.level().option())
                .with("note", leash.level().note())
                .with("can_escape", leash.level().escapes())
                .with("stronger_levels", leash.refused());
    }

    private static void print(FailoverTimes failover, CandidateTiming timing, PrintStream out) {
        out.println("Worst-case time until another instance leads:");
        out.print(new TextTable()
                .row("  leader killed", ShortDuration.exact(failover.kill()))
                .row("  leader frozen", ShortDuration.exact(failover.freeze()))
                .row("  leader cut off from the store", ShortDuration.exact(failover.partition()))
                .row("  leader releases", ShortDuration.exact(failover.release())));
        out.println("Timing: validity " + ShortDuration.exact(timing.validity()) + ", renewal every "
                + ShortDuration.exact(timing.renewInterval()) + ", stop grace "
                + ShortDuration.exact(timing.stopGrace()) + ", margin "
                + ShortDuration.exact(timing.margin()));
        out.println("Assumptions:");
        failover.assumptions().forEach(assumption -> out.println("  - " + ShortDuration.in(assumption)));
    }
}
