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

    /** The last command ends only if it is killed. */
    private static final String IGNORE_TERM = "$SIG{TERM} = 'IGNORE';\n";

    /** Starts a process with API candidates. */
    LabProcess candidate(String name, String label, ProcessVariant variant) throws IOException {
        boolean shifted = name.equals(plan.candidates().get(plan.candidates().size() - 1));
        List<String> command = environment(shifted ? clock : Optional.empty());
        boolean isolated = variant == ProcessVariant.OWN_NAMESPACES;
        command.addAll(variant.prefix(temporary()));
        boolean longer = variant == ProcessVariant.LONGER_VALIDITY;
        Duration validity = longer ? store.validity().multipliedBy(3).dividedBy(2) : store.validity();
        Class<?> program = plan.work() == WorkKind.REPLICAS ? NemesisReplica.class : NemesisCandidate.class;
        command.addAll(LabProcess.javaCommand(plan.classPath(), flags("-Xmx128m"), program.getName()));
        command.addAll(new CandidatePlan(
                        url(name, variant),
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
    LabProcess run(String name, String label, ProcessVariant variant) throws IOException {
        List<String> command = environment(Optional.empty());
        command.addAll(variant.prefix(temporary()));
        command.addAll(LabProcess.javaCommand(plan.classPath(), flags("-Xmx96m"), CLI));
        command.addAll(List.of("run", plan.elections().get(0), "--on", store.url(name), "--id", name, "--respawn"));
        if (store.setsValidity()) {
            command.addAll(List.of("--validity", store.validity().toMillis() + "ms"));
        }
        command.addAll(List.of("--events", file(label + ".events").toString()));
        boolean stubborn = name.equals(plan.runs().get(plan.runs().size() - 1));
        command.addAll(List.of(
                "--",
                "perl",
                "-e",
                stubborn ? IGNORE_TERM + BEATS : BEATS,
                file(label + ".beats").toString()));
        return LabProcess.start(command, file(label + ".log"));
    }

    private String url(String name, ProcessVariant variant) {
        return switch (variant) {
            case LONGER_VALIDITY -> store.changedUrl(name);
            case SECOND_NAME -> store.secondUrl(name);
            default -> store.url(name);
        };
    }

    private Path temporary() throws IOException {
        return Files.createDirectories(file("tmp"));
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
                "-Djava.io.tmpdir=" + temporary());
    }

    private Path file(String name) {
        return plan.folder().resolve(name);
    }
}
