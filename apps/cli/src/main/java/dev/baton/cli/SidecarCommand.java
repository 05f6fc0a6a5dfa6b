package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.http.BearerToken;
import dev.baton.http.HostCheck;
import dev.baton.sidecar.Sidecar;
import dev.baton.sidecar.SidecarSettings;
import dev.baton.spi.BackendDefaults;
import java.io.Closeable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** {@code baton sidecar}: is a candidate in an election, and serves over HTTP whether it leads. */
final class SidecarCommand {
    private static final String DEFAULT_ADDRESS = "127.0.0.1:7071";

    static final String HELP = """
            Usage: baton sidecar [OPTIONS] ELECTION
            Takes part in an election for a program in any language, and serves over HTTP whether this instance leads. Runs
              until TERM or INT.

            GET /leader answers 200 if this instance leads and 503 otherwise, with the leader, the epoch and remaining_ms as
              JSON. A client may act for remaining_ms, counted from before it sent the request. GET /events streams the
              changes. GET /healthz and GET /readyz are probes. POST /stepdown releases leadership and needs the token.
            --listen HOST:PORT  Address to listen on (default: 127.0.0.1:7071). Port 0 uses any free port.
            --token-file FILE   File with the token for POST /stepdown (default: BATON_TOKEN_FILE). An address that other
                                machines reach needs one, also for GET /events.
            --advertise URL     The URL of the program, published while this instance leads.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + CandidateOptions.ID_HELP
            + CandidateOptions.PRIORITY_HELP + CandidateOptions.RENEWAL_HELP + """
            --stop-grace D       The longest remaining_ms of an answer. A release waits until the last answer has run out
                                 (default: 5, or shorter if that does not fit).
            """ + CandidateOptions.RECOVERY_HELP
            + """
            --json              Print events as lines of JSON, on stdout.
            --events FILE       Append events to a file, as lines of JSON.
            --metrics-port N    Serve Prometheus metrics on 127.0.0.1:N/metrics.
            [ELECTION]          The name of the election.
            """;

    private SidecarCommand() {}

    static int run(Invocation call) throws Exception {
        ElectionTarget target = ElectionTarget.of(call);
        String election = target.name(call);
        CandidateSettingsBuilder options = CandidateOptions.from(call, target.url());
        call.text("--advertise").ifPresent(options::url);
        ListenAddress address = ListenAddress.of(call, DEFAULT_ADDRESS, 0);
        Optional<Path> tokenFile = NodeOptions.tokenFile(call);
        checkToken(address, tokenFile);
        CommandLog.showInfo("dev.baton");
        try (EventOutput output = new EventOutput(call);
                Baton baton = Baton.connect(target.url())) {
            BackendDefaults store = baton.backend().defaults();
            CandidateSettings settings = CandidateOptions.fit(options, store);
            SidecarSettings own = new SidecarSettings(
                    address.bareHost(), address.port(), tokenFile, settings.url(), grant(settings, store));
            Candidate candidate = baton.election(election).candidate(settings);
            Closeable metrics = MetricsEndpoint.serve(baton, call.integer("--metrics-port"));
            try (Sidecar sidecar = new Sidecar(baton.election(election), candidate, own)) {
                return run(call, candidate, sidecar, output);
            } finally {
                metrics.close();
            }
        }
    }

    private static int run(Invocation call, Candidate candidate, Sidecar sidecar, EventOutput output) throws Exception {
        EventJsonLines lines = new EventJsonLines(candidate.election(), candidate.instanceId());
        RunCommand.RunOutcome outcome = new RunCommand.RunOutcome();
        candidate.listen(event -> {
            output.write(lines.line(event));
            outcome.handle(event);
            return CompletableFuture.completedFuture(null);
        });
        StopSignals.handle(name -> outcome.exitCode.complete(ExitCode.DONE));
        (call.has("--json") ? call.context().err() : call.out()).println("sidecar at " + sidecar.url());
        candidate.start();
        int code = RunCommand.await(outcome, candidate, call.context());
        sidecar.prepareStop();
        RunCommand.close(candidate, outcome, call.context());
        return code;
    }

    private static void checkToken(ListenAddress address, Optional<Path> tokenFile) {
        if (tokenFile.isEmpty() && !HostCheck.isLoopback(address.bareHost())) {
            throw new UsageException("--listen " + address
                    + " can be reached from other machines, so the sidecar needs a token: add --token-file FILE");
        }
        try {
            tokenFile.ifPresent(BearerToken::in);
        } catch (UncheckedIOException unreadable) {
            throw new UsageException("--token-file or BATON_TOKEN_FILE: " + unreadable.getMessage());
        }
    }

    private static Duration grant(CandidateSettings settings, BackendDefaults store) {
        Duration grace = CandidateOptions.check(settings, store).stopGrace();
        if (grace.isZero()) {
            throw new UsageException("--stop-grace must be positive: it is the time that an answer lets a client act");
        }
        return grace;
    }
}
