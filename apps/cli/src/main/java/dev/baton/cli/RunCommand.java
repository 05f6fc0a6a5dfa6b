package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Gate;
import dev.baton.ShutdownException;
import dev.baton.StopCause;
import dev.baton.spi.CandidateTiming;
import dev.baton.support.text.Names;
import dev.baton.support.text.PostgresLocation;
import java.io.Closeable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** {@code baton run}: is a candidate in an election, and runs a command only while leading. */
final class RunCommand {
    /** As long as the delivery of one event may take. */
    private static final long LAST_EVENTS_SECONDS = 10;

    static final String HELP = """
            Usage: baton run [OPTIONS] ELECTION [-- CMD ARG...]
            Is a candidate in an election. Without CMD, runs until TERM or INT. With CMD, runs CMD only while leading, and
              exits with the exit code of CMD when CMD ends by itself.

            When leadership ends, CMD and its whole process group get TERM, and KILL after the stop grace. All of that
              happens before the claim expires; then this instance is a standby again. It also happens when baton is
              killed with kill -9 or freezes: a small watchdog process next to CMD ends it.

            CMD gets BATON_ELECTION, BATON_EPOCH and BATON_LEADER_ID, and the stdin, stdout and stderr of baton, but no
              controlling terminal (no /dev/tty). On Ctrl-C, CMD gets INT, then TERM after half the stop grace, then KILL,
              and baton exits with 0. A second Ctrl-C makes baton exit immediately with 130. Ctrl-Z suspends both; unless
              they are resumed in time, CMD is ended before the claim expires.
            """ + StoreOptions.HELP + """
            --key1 N          PostgreSQL only: the first key of the advisory lock; needs --key2.
            --key2 N          PostgreSQL only: the second key. With keys, ELECTION can be omitted.
            """ + CandidateOptions.HELP + """
            --respawn         Run CMD again when it ends by itself.
            --json            Print events as lines of JSON, on stdout, or on stderr if CMD is given.
            --events FILE     Append events to a file, as lines of JSON.
            --metrics-port N  Serve Prometheus metrics on 127.0.0.1:N/metrics.
            [ELECTION]        The name of the election.
            """;

    private RunCommand() {}

    static int run(Invocation call) throws Exception {
        Target target = Target.of(call);
        CandidateSettings settings = CandidateOptions.from(call, target.url());
        System.setProperty("org.slf4j.simpleLogger.log.dev.baton", "info");
        try (EventOutput output = new EventOutput(call);
                Baton baton = Baton.connect(target.url())) {
            CandidateTiming timing = CandidateOptions.check(settings, baton.backend());
            Candidate candidate = baton.election(target.election()).candidate(settings);
            Closeable metrics = MetricsEndpoint.serve(baton, call.integer("--metrics-port"));
            try {
                return run(call, baton, candidate, timing, output);
            } finally {
                metrics.close();
            }
        }
    }

    private static int run(
            Invocation call, Baton baton, Candidate candidate, CandidateTiming timing, EventOutput output) {
        EventJsonLines lines = new EventJsonLines(candidate.election(), candidate.instanceId());
        RunOutcome outcome = new RunOutcome();
        candidate.listen(event -> {
            output.write(lines.line(event));
            outcome.handle(event);
            return CompletableFuture.completedFuture(null);
        });
        Gate gate = candidate.gate("command");
        Consumer<String> signals = name -> {};
        if (!call.command().isEmpty()) {
            CommandWork work = new CommandWork(
                    Leash.of(timing, call.command()),
                    call.has("--respawn"),
                    baton.backend(),
                    () -> gate.tryRun(leadership -> {}));
            signals = work::signal;
            candidate.whileLeading(work);
            work.exit().whenComplete((code, notStarted) -> {
                if (notStarted != null) {
                    call.context().error(String.valueOf(notStarted.getMessage()));
                }
                outcome.exitCode.complete(notStarted == null ? code : ExitCode.CANNOT_RUN);
            });
            StopSignals.handleJobControl(signals);
        }
        StopSignals.handle(signals, () -> outcome.exitCode.complete(ExitCode.DONE));
        candidate.start();
        int code = outcome.exitCode.join();
        close(candidate, call.context());
        // Another thread writes the last events. Leadership has ended, so that waiting for them delays nothing.
        outcome.stopped
                .completeOnTimeout(null, LAST_EVENTS_SECONDS, TimeUnit.SECONDS)
                .join();
        return code;
    }

    private static void close(Candidate candidate, CommandContext context) {
        try {
            candidate.close();
        } catch (ShutdownException forced) {
            context.error(String.valueOf(forced.getMessage()));
        }
    }

    /** Turns the end of a candidate into an exit code. */
    private static final class RunOutcome {
        /** Completes when the exit code is known. */
        final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        /** Completes when the last event has been handled. */
        final CompletableFuture<Void> stopped = new CompletableFuture<>();

        private boolean lastTenureWasLost;

        /** Handles the next event. */
        void handle(CandidateEvent event) {
            if (event instanceof CandidateEvent.Lost) {
                lastTenureWasLost = true;
            } else if (event instanceof CandidateEvent.Released) {
                lastTenureWasLost = false;
            } else if (event instanceof CandidateEvent.Stopped end) {
                exitCode.complete(code(end.cause()));
                stopped.complete(null);
            }
        }

        private int code(StopCause cause) {
            return switch (cause) {
                case REQUESTED -> ExitCode.DONE;
                case NOT_REACQUIRING -> lastTenureWasLost ? ExitCode.LOST : ExitCode.DONE;
                case STORE_FAILED, RUNTIME_FAILED -> ExitCode.STORE;
                case GAVE_UP -> ExitCode.GAVE_UP;
            };
        }
    }

    /** An election and the URL of its store. */
    private record Target(String election, String url) {

        static Target of(Invocation call) {
            Optional<Integer> key1 = call.integer("--key1");
            Optional<Integer> key2 = call.integer("--key2");
            if (key1.isPresent() != key2.isPresent()) {
                throw new UsageException("--key1 and --key2 belong together: give both or none");
            }
            String url = StoreOptions.url(call);
            if (key1.isEmpty()) {
                return new Target(
                        call.election()
                                .orElseThrow(() -> new UsageException("baton run needs the name of an election, for"
                                        + " example: baton run nightly -- ./job.sh")),
                        url);
            }
            if (!PostgresLocation.isPostgres(url)) {
                throw new UsageException(
                        "--key1 and --key2 are the keys of a PostgreSQL advisory lock, but this is not a"
                                + " postgres:// store; give one with --on, --dsn, BATON_URL or PG_DSN");
            }
            String keys = "key1=" + key1.get() + "&key2=" + key2.orElseThrow();
            String election = call.parameter(0).orElse(key1.get() + ":" + key2.orElseThrow());
            return new Target(Names.check("election", election), url + (url.indexOf('?') < 0 ? "?" : "&") + keys);
        }
    }
}
