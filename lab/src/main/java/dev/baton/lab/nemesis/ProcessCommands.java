package dev.baton.lab.nemesis;

import dev.baton.lab.LabProcess;
import dev.baton.lab.nemesis.candidate.CandidatePlan;
import dev.baton.lab.nemesis.candidate.NemesisCandidate;
import dev.baton.lab.nemesis.candidate.NemesisReplica;
import dev.baton.lab.nemesis.fault.FakeClock;
import dev.baton.lab.nemesis.fault.ProcessVariant;
import dev.baton.lab.nemesis.store.NemesisStore;
import dev.baton.lab.nemesis.store.TrialPlan;
import dev.baton.lab.nemesis.store.WorkKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The commands that start the processes of a trial.
 *
 * @param sink the URL of the HTTP service that leaders write to
 * @param clock the clock of the last process with API candidates
 */
record ProcessCommands(TrialPlan plan, NemesisStore store, String sink, Optional<FakeClock> clock) {
    private static final String CLI = "dev.baton.cli.Main";

    /** Prints its election, its epoch and the monotonic time every 20 ms. */
    private static final String BEATS = """
        use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC usleep);
        open my $beats, '>>', $ARGV[0] or die;
        while (1) {
          syswrite $beats, sprintf("beat %s %s %d\\n", $ENV{BATON_ELECTION}, $ENV{BATON_EPOCH},
            clock_gettime(CLOCK_MONOTONIC) * 1e9);
          usleep 20_000;
        }
        """;

    /** Starts a process with API candidates. */
    LabProcess candidate(String name, String label, ProcessVariant variant) throws IOException {
        boolean shifted = name.equals(plan.candidates().get(plan.candidates().size() - 1));
        List<String> command = environment(shifted ? clock : Optional.empty());
        boolean isolated = variant == ProcessVariant.OWN_NAMESPACES;
        if (isolated) {
            command.addAll(List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"));
        }
        boolean longer = variant == ProcessVariant.LONGER_VALIDITY;
        Duration validity = longer ? store.validity().multipliedBy(3).dividedBy(2) : store.validity();
        Class<?> program = plan.work() == WorkKind.REPLICAS ? NemesisReplica.class : NemesisCandidate.class;
        command.addAll(LabProcess.javaCommand(flags("-Xmx128m"), program.getName()));
        command.addAll(new CandidatePlan(
                        longer ? store.changedUrl(name) : store.url(name),
                        name,
                        plan.candidates(),
                        // From another pid namespace a running command cannot be seen.
                        isolated ? plan.elections().subList(1, plan.elections().size()) : plan.elections(),
                        store.setsValidity() ? Optional.of(validity) : Optional.empty(),
                        file(label + ".history"),
                        Files.createDirectories(file("files")),
                        sink,
                        store.sql(name))
                .arguments());
        return LabProcess.start(command, file(label + ".log"));
    }

    /** Starts a {@code baton run} in the first election. */
    LabProcess run(String name, String label) throws IOException {
        List<String> command = environment(Optional.empty());
        command.addAll(LabProcess.javaCommand(flags("-Xmx96m"), CLI));
        command.addAll(List.of("run", plan.elections().get(0), "--on", store.url(name), "--id", name, "--respawn"));
        if (store.setsValidity()) {
            command.addAll(List.of("--validity", store.validity().toMillis() + "ms"));
        }
        command.addAll(List.of("--events", file(label + ".events").toString()));
        command.addAll(List.of("--", "perl", "-e", BEATS, file(label + ".beats").toString()));
        return LabProcess.start(command, file(label + ".log"));
    }

    private static List<String> environment(Optional<FakeClock> clock) {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal"));
        clock.ifPresent(shifted -> command.addAll(shifted.prefix()));
        return command;
    }

    private List<String> flags(String heap) throws IOException {
        return List.of(
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Djava.io.tmpdir=" + Files.createDirectories(file("tmp")));
    }

    private Path file(String name) {
        return plan.folder().resolve(name);
    }
}
