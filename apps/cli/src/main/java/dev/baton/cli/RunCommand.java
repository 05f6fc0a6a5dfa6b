package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.CandidateState;
import dev.baton.Gate;
import dev.baton.ShutdownException;
import dev.baton.StopCause;
import dev.baton.spi.CandidateTiming;
import java.io.Closeable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** {@code baton run}: is a candidate in an election, and runs a command only while leading. */
final class RunCommand {
    /** As long as the delivery of one event may take. */
    private static final long LAST_EVENTS_SECONDS = 10;

    static final String HELP =
            """
            Usage: baton run [OPTIONS] ELECTION [-- CMD ARG...]
            Takes part in an election. Without CMD, runs until TERM or INT. With CMD, runs CMD only while leading, and
              exits with the exit code of CMD when CMD ends by itself.

            When leadership ends, CMD and its descendants get TERM, and KILL after the stop grace. All of that happens before
              the claim expires; then this instance is a standby again. When baton freezes, a small watchdog process does
              it. When baton is killed with kill -9, CMD is killed at once, and its descendants then or after the grace;
              see --leash.

            CMD gets BATON_ELECTION, BATON_EPOCH, BATON_TENURE and BATON_LEADER_ID, and the stdin, stdout and stderr of
              baton, but no controlling terminal (no /dev/tty). On Ctrl-C, CMD gets INT, then TERM after half the stop grace, then KILL,
              and baton exits with 0. A second Ctrl-C makes baton exit immediately with 130. Ctrl-Z suspends both; unless
              they are resumed in time, CMD is ended before the claim expires.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + CandidateOptions.HELP + LeashChoice.HELP
                    + CandidateOptions.LIVE_COMMAND_HELP + """
            --respawn         Run CMD again when it ends by itself.
            --json            Print events as lines of JSON, on stdout, or on stderr if CMD is given.
            --events FILE     Append events to a file, as lines of JSON.
            --metrics-port N  Serve Prometheus metrics on 127.0.0.1:N/metrics.
            [ELECTION]        The name of the election.
            """;

    private RunCommand() {}

    static int run(Invocation call) throws Exception {
        ElectionTarget target = ElectionTarget.of(call);
        String election = target.name(call);
        CandidateSettingsBuilder options = CandidateOptions.from(call, target.url());
        CommandLog.showInfo("dev.baton");
        try (EventOutput output = new EventOutput(call);
                Baton baton = Baton.connect(target.url())) {
            CandidateSettings settings =
                    CandidateOptions.fit(options, baton.backend().defaults());
            CandidateTiming timing =
                    CandidateOptions.check(settings, baton.backend().defaults());
            Candidate candidate = baton.election(election).candidate(settings);
            Closeable metrics = MetricsEndpoint.serve(baton, call.integer("--metrics-port"));
            try {
                return run(call, baton, candidate, timing, output);
            } finally {
                metrics.close();
            }
        }
    }

    private static int run(
            Invocation call, Baton baton, Candidate candidate, CandidateTiming timing, EventOutput output)
            throws Exception {
        EventJsonLines lines = new EventJsonLines(candidate.election(), candidate.instanceId());
        RunOutcome outcome = new RunOutcome();
        candidate.listen(event -> {
            output.write(lines.line(event));
            outcome.handle(event);
            return CompletableFuture.completedFuture(null);
        });
        Gate gate = candidate.gate("command");
        CommandHold hold = new CommandHold(baton.backend());
        Consumer<String> signals = name -> {};
        if (!call.command().isEmpty()) {
            CommandWork work = new CommandWork(
                    Leash.of(LeashChoice.of(call, call.command()).level(), timing, call.command()),
                    call.has("--respawn"),
                    hold,
                    () -> gate.tryRun(leadership -> {}),
                    call.context()::error);
            signals = work::signal;
            candidate.whileLeading(work);
            work.exit().whenComplete((code, notStarted) -> {
                if (notStarted != null) {
                    call.context().error(String.valueOf(notStarted.getMessage()));
                }
                int problem = notStarted instanceof NoHoldException ? ExitCode.STORE : ExitCode.CANNOT_RUN;
                outcome.commandEnded(notStarted == null ? code : problem);
            });
            StopSignals.handleJobControl(signals);
        }
        StopSignals.handle(outcome.interruptFirst(signals), () -> outcome.exitCode.complete(ExitCode.DONE));
        candidate.start();
        int code = await(outcome, candidate, call.context());
        close(candidate, outcome, call.context());
        hold.cleared().completeOnTimeout(null, 1, TimeUnit.SECONDS).join();
        return code;
    }

    /** Waits for the exit code, also if no thread could be started to deliver the last event. */
    static int await(RunOutcome outcome, Candidate candidate, CommandContext context) throws Exception {
        for (int seconds = 0; seconds <= LAST_EVENTS_SECONDS; seconds++) {
            try {
                return outcome.exitCode.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException running) {
                if (candidate.state() != CandidateState.STOPPED) {
                    seconds = 0;
                }
            }
        }
        context.error("this candidate has stopped because of an internal error; see the log");
        return ExitCode.STORE;
    }

    /** Closes the candidate, and waits for the thread that writes the last events: once, however the close ends. */
    static void close(Candidate candidate, RunOutcome outcome, CommandContext context) {
        try {
            candidate.close();
        } catch (ShutdownException forced) {
            context.error(String.valueOf(forced.getMessage()));
            // Unlike a close that succeeds, this one has not waited. The claim was released, so that nothing is
            // delayed.
            outcome.stopped
                    .completeOnTimeout(null, LAST_EVENTS_SECONDS, TimeUnit.SECONDS)
                    .join();
        }
    }

    /** Turns the end of a candidate into an exit code. */
    static final class RunOutcome {
        /** Completes when the exit code is known. */
        final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        /** Completes when the last event has been handled. */
        final CompletableFuture<Void> stopped = new CompletableFuture<>();

        private boolean lastTenureWasLost;
        private volatile boolean interrupted;

        /** Returns what passes an interrupt on to the command. The command can have ended before that returns. */
        Consumer<String> interruptFirst(Consumer<String> command) {
            return name -> {
                interrupted = true;
                command.accept(name);
            };
        }

        /** Notes that the command has ended by itself, or could not be run. After an interrupt its code does not count. */
        void commandEnded(int code) {
            exitCode.complete(interrupted ? ExitCode.DONE : code);
        }

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
}
