package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Gate;
import dev.baton.ShutdownException;
import dev.baton.cli.LeashedCommand.Leash;
import dev.baton.spi.CandidateTiming;
import dev.baton.support.text.Names;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton run}: takes part in an election, and runs a command only while leading. */
final class RunCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command("run", RunHelp.DESCRIPTION);
        spec.usageMessage().customSynopsis("baton run [OPTIONS] ELECTION [-- CMD ARG...]");
        StoreOptions.addTo(spec);
        OptionReader.text(spec, "--key1", "N", "PostgreSQL only: the first advisory lock key, with --key2.");
        OptionReader.text(spec, "--key2", "N", "PostgreSQL only: the second; ELECTION may be left out then.");
        RunSettings.addTo(spec);
        OptionReader.flag(spec, "--respawn", "Run CMD again when it ends by itself.");
        OptionReader.flag(spec, "--json", "Events as lines of JSON on stdout, or on stderr when CMD is given.");
        OptionReader.text(spec, "--events", "FILE", "Append events to a file.");
        OptionReader.text(spec, "--metrics-port", "N", "Serve Prometheus metrics on 127.0.0.1:N/metrics.");
        OptionReader.election(spec, false);
        return spec;
    }

    @Override
    public int run(Invocation call) throws Exception {
        ParseResult given = call.given();
        Target target = Target.from(given, call.around().environment());
        CandidateSettings settings = RunSettings.from(given, target.url());
        System.setProperty("org.slf4j.simpleLogger.log.dev.baton", "info");
        boolean json = OptionReader.has(given, "--json");
        Optional<PrintStream> stream = !json
                ? Optional.empty()
                : Optional.of(
                        call.command().isEmpty()
                                ? call.around().out()
                                : call.around().err());
        try (EventOutput output = new EventOutput(stream, OptionReader.text(given, "--events"));
                Baton baton = Baton.connect(target.url())) {
            // Refuses timing that cannot be safe before anything is started.
            CandidateTiming timing =
                    CandidateTiming.of(settings, baton.backend().defaults());
            Candidate candidate = baton.election(target.election()).candidate(settings);
            Closeable metrics = MetricsEndpoint.serve(baton, OptionReader.integer(given, "--metrics-port"));
            try {
                return takePart(call, baton, candidate, timing, output);
            } finally {
                metrics.close();
            }
        }
    }

    private static int takePart(
            Invocation call, Baton baton, Candidate candidate, CandidateTiming timing, EventOutput output)
            throws IOException {
        CompletableFuture<Integer> outcome = new CompletableFuture<>();
        EventJsonLines lines = new EventJsonLines(candidate.election(), candidate.instanceId());
        RunOutcome ending = new RunOutcome(outcome);
        candidate.listen(event -> {
            write(output, lines.line(event), call.around());
            ending.hear(event);
            return CompletableFuture.completedFuture(null);
        });
        Gate gate = candidate.gate("command");
        Optional<CommandWork> command = call.command().isEmpty()
                ? Optional.empty()
                : Optional.of(new CommandWork(
                        Leash.fitting(timing, call.command()),
                        OptionReader.has(call.given(), "--respawn"),
                        baton.backend(),
                        () -> gate.tryRun(reign -> {})));
        command.ifPresent(work -> {
            candidate.whileLeading(work);
            work.exit().whenComplete((code, notStarted) -> {
                if (notStarted != null) {
                    call.around().complain(String.valueOf(notStarted.getMessage()));
                }
                outcome.complete(notStarted == null ? code : ExitCode.CANNOT_RUN);
            });
            StopSignals.tellOfPauses(work::signal);
        });
        StopSignals.tell(name -> {
            if (name.equals("INT")) {
                command.ifPresent(work -> work.signal("INT"));
            }
            outcome.complete(ExitCode.DONE);
        });
        candidate.start();
        int code = outcome.join();
        close(candidate, call.around());
        // The last lines are written on another thread; whoever reads them counts on every one.
        ending.stopped().completeOnTimeout(null, 2, TimeUnit.SECONDS).join();
        return code;
    }

    private static void close(Candidate candidate, CommandContext around) {
        try {
            candidate.close();
        } catch (ShutdownException forced) {
            around.complain(String.valueOf(forced.getMessage()));
        }
    }

    private static void write(EventOutput output, String line, CommandContext around) {
        try {
            output.write(line);
        } catch (IOException full) {
            around.complain("an event could not be written to --events: " + full.getMessage() + ": " + line);
        }
    }

    /** Which election in which store. */
    private record Target(String election, String url) {

        static Target from(ParseResult given, Map<String, String> environment) {
            Optional<Integer> key1 = OptionReader.integer(given, "--key1");
            Optional<Integer> key2 = OptionReader.integer(given, "--key2");
            if (key1.isPresent() != key2.isPresent()) {
                throw new UsageException("--key1 and --key2 belong together: give both or none");
            }
            String url = StoreOptions.url(given, environment, key1.isPresent());
            if (key1.isEmpty()) {
                return new Target(named(given), url);
            }
            if (!StoreOptions.isPostgres(url)) {
                throw new UsageException(
                        "--key1 and --key2 are keys of a PostgreSQL advisory lock; this store has none."
                                + " Name a postgres:// store with --on, --dsn, BATON_URL or PG_DSN");
            }
            String keys = "key1=" + key1.get() + "&key2=" + key2.orElseThrow();
            String election = OptionReader.parameter(given).orElse(key1.get() + ":" + key2.orElseThrow());
            return new Target(Names.check("election", election), url + (url.indexOf('?') < 0 ? "?" : "&") + keys);
        }

        private static String named(ParseResult given) {
            return Names.check(
                    "election",
                    OptionReader.parameter(given)
                            .orElseThrow(() -> new UsageException(
                                    "baton run needs the name of an election, e.g. baton run nightly -- ./job.sh")));
        }
    }
}
