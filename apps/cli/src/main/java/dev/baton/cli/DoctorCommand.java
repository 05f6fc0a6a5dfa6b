package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.StoreCheck;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code baton doctor}: checks the store and computes the worst-case failover times for the given options. */
final class DoctorCommand implements Subcommand {

    @Override
    public CommandSyntax syntax() {
        CommandSyntax syntax = new CommandSyntax(
                "baton doctor",
                "Checks the store and prints the worst-case failover time for the given options: after a kill, a freeze, a"
                        + " partition and a release.");
        return TimingOptions.addTo(StoreOptions.addTo(syntax)).flag("--json", "Print one JSON object.");
    }

    @Override
    public int run(Invocation call) {
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        TimingOptions.applyTo(settings, call);
        try (Baton baton = StoreOptions.connectAsObserver(call)) {
            CandidateTiming timing = TimingOptions.check(settings.build(), baton.backend());
            FailoverTimes failover = baton.backend().failover(timing);
            List<StoreCheck> checks = baton.backend().selfTest();
            if (call.has("--json")) {
                call.printJson(json(checks, failover, timing));
            } else {
                call.out().println("Store: " + baton.backend().describe());
                print(checks, failover, timing, call.out());
            }
            return checks.stream().allMatch(StoreCheck::ok) ? ExitCode.DONE : ExitCode.STORE;
        }
    }

    private static Map<String, Object> json(List<StoreCheck> checks, FailoverTimes failover, CandidateTiming timing) {
        List<Object> results = new ArrayList<>();
        for (StoreCheck check : checks) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("name", check.name());
            result.put("ok", check.ok());
            result.put("detail", check.detail());
            results.add(result);
        }
        Map<String, Object> times = new LinkedHashMap<>();
        times.put("kill_ms", failover.kill().toMillis());
        times.put("freeze_ms", failover.freeze().toMillis());
        times.put("partition_ms", failover.partition().toMillis());
        times.put("release_ms", failover.release().toMillis());
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("checks", results);
        object.put("failover", times);
        object.put("margin_ms", timing.slack().toMillis());
        object.put("assumptions", failover.assumptions());
        return object;
    }

    private static void print(
            List<StoreCheck> checks, FailoverTimes failover, CandidateTiming timing, PrintStream out) {
        TextTable results = new TextTable();
        checks.forEach(check -> results.row("  " + (check.ok() ? "ok" : "FAILED"), check.name(), check.detail()));
        out.print(results);
        out.println("Worst-case time until another instance leads:");
        out.print(new TextTable()
                .row("  leader killed", failover.kill().toMillis() + " ms")
                .row("  leader frozen", failover.freeze().toMillis() + " ms")
                .row("  leader cut off from the store", failover.partition().toMillis() + " ms")
                .row("  leader releases", failover.release().toMillis() + " ms"));
        out.println("Timing: validity " + timing.validity().toMillis() + " ms, renewal every "
                + timing.renewInterval().toMillis() + " ms, stop grace "
                + timing.stopGrace().toMillis() + " ms, reserve "
                + timing.slack().toMillis() + " ms");
        out.println("Assumptions:");
        failover.assumptions().forEach(assumption -> out.println("  - " + assumption));
    }
}
