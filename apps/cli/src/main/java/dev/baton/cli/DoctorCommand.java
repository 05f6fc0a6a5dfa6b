package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.StoreCheck;
import dev.baton.support.json.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton doctor}: tries the store and computes the worst-case failover for the options given. */
final class DoctorCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "doctor",
                "Tries the store, and computes how long it takes at worst until somebody else leads after a kill, a"
                        + " freeze, a partition and a release, for the options given.");
        StoreOptions.addTo(spec);
        TimingOptions.addTo(spec);
        OptionReader.flag(spec, "--json", "One object.");
        return spec;
    }

    @Override
    public int run(Invocation call) {
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        TimingOptions.applyTo(settings, call.given());
        String url = StoreOptions.url(call.given(), call.around().environment(), false);
        try (Baton baton = Baton.connect(GroupUrls.asObserver(url))) {
            CandidateTiming timing =
                    CandidateTiming.of(settings.build(), baton.backend().defaults());
            FailoverTimes failover = baton.backend().failover(timing);
            List<StoreCheck> checks = baton.backend().selfTest();
            if (OptionReader.has(call.given(), "--json")) {
                call.around().out().println(json(checks, failover, timing));
            } else {
                print(
                        baton.backend().describe(),
                        checks,
                        failover,
                        timing,
                        call.around().out());
            }
            return checks.stream().allMatch(StoreCheck::ok) ? ExitCode.DONE : ExitCode.STORE;
        }
    }

    private static String json(List<StoreCheck> checks, FailoverTimes failover, CandidateTiming timing) {
        List<Object> tried = new ArrayList<>();
        for (StoreCheck check : checks) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("name", check.name());
            object.put("ok", check.ok());
            object.put("detail", check.detail());
            tried.add(object);
        }
        Map<String, Object> times = new LinkedHashMap<>();
        times.put("kill_ms", failover.kill().toMillis());
        times.put("freeze_ms", failover.freeze().toMillis());
        times.put("partition_ms", failover.partition().toMillis());
        times.put("release_ms", failover.release().toMillis());
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("checks", tried);
        object.put("failover", times);
        object.put("margin_ms", timing.slack().toMillis());
        object.put("assumptions", failover.assumptions());
        return Json.write(object);
    }

    private static void print(
            String store, List<StoreCheck> checks, FailoverTimes failover, CandidateTiming timing, PrintStream out) {
        out.println("Store: " + store);
        List<String[]> tried = new ArrayList<>();
        for (StoreCheck check : checks) {
            tried.add(new String[] {"  " + (check.ok() ? "ok" : "FAILED"), check.name(), check.detail()});
        }
        if (!tried.isEmpty()) {
            TextTable.print(tried, out);
        }
        out.println("Until somebody else leads, at worst:");
        TextTable.print(
                List.of(
                        new String[] {"  leader killed", failover.kill().toMillis() + " ms"},
                        new String[] {"  leader frozen", failover.freeze().toMillis() + " ms"},
                        new String[] {
                            "  leader cut off from the store",
                            failover.partition().toMillis() + " ms"
                        },
                        new String[] {"  leader releases", failover.release().toMillis() + " ms"}),
                out);
        out.println("Timing: validity " + timing.validity().toMillis() + " ms, renewed every "
                + timing.renewInterval().toMillis() + " ms, work stops within "
                + timing.stopGrace().toMillis() + " ms, to spare "
                + timing.slack().toMillis() + " ms");
        out.println("Assuming:");
        for (String assumption : failover.assumptions()) {
            out.println("  - " + assumption);
        }
    }
}
