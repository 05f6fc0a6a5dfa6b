package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.CandidateState;
import dev.baton.ConnectionException;
import dev.baton.Leadership;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton acquire ELECTION}: wins once, prints the epoch and gives it back. */
final class AcquireCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "acquire",
                "Acquires the leadership once, prints its epoch and releases it; exits with 1 if it could not.");
        StoreOptions.addTo(spec);
        OptionReader.text(spec, "--id", "ID", "The instance id (default: BATON_INSTANCE_ID, else a new one).");
        OptionReader.text(spec, "--wait", "D", "How long to wait for it (default: one attempt).");
        OptionReader.election(spec, true);
        return spec;
    }

    @Override
    public int run(Invocation call) throws Exception {
        String election =
                Names.check("election", OptionReader.parameter(call.given()).orElseThrow());
        Optional<Duration> wait = OptionReader.duration(call.given(), "--wait");
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        String url = StoreOptions.url(call.given(), call.around().environment(), false);
        GroupUrls.instanceId(url, OptionReader.text(call.given(), "--id")).ifPresent(settings::instanceId);
        try (Baton baton = Baton.connect(url);
                Candidate candidate = baton.election(election).candidate(settings.build())) {
            Optional<Long> epoch;
            try {
                epoch = wait.isPresent() && !wait.get().isZero() ? await(candidate, wait.get()) : attempt(candidate);
            } catch (InterruptedException stopped) {
                call.around().complain("not acquired: told to stop while waiting for " + election);
                return ExitCode.NO;
            }
            if (epoch.isEmpty()) {
                call.around().complain("not acquired: somebody else leads " + election);
                return ExitCode.NO;
            }
            call.around().out().println(epoch.get());
            return ExitCode.DONE;
        }
    }

    private static Optional<Long> await(Candidate candidate, Duration wait) throws InterruptedException {
        AtomicReference<CandidateEvent.AcquireFailed> last = new AtomicReference<>();
        candidate.onAcquireFailed(last::set);
        Thread waiting = Thread.currentThread();
        StopSignals.tell(name -> waiting.interrupt());
        candidate.start();
        Optional<Long> epoch = candidate.awaitLeadership(wait).map(Leadership::epoch);
        CandidateEvent.AcquireFailed failed = last.get();
        if (epoch.isEmpty() && failed != null && failed.cause().isPresent()) {
            throw notAsked(candidate, failed);
        }
        return epoch;
    }

    /** The first answer counts: an epoch, somebody else's name, or that the store did not answer. */
    private static Optional<Long> attempt(Candidate candidate) {
        CompletableFuture<Optional<Long>> answer = new CompletableFuture<>();
        candidate.onAcquired(leadership -> answer.complete(Optional.of(leadership.epoch())));
        candidate.onAcquireFailed(failed -> {
            if (failed.cause().isPresent()) {
                answer.completeExceptionally(notAsked(candidate, failed));
            } else {
                answer.complete(Optional.empty());
            }
        });
        candidate.onStateChange(change -> {
            if (change.to() == CandidateState.STOPPED) {
                answer.complete(Optional.empty());
            }
        });
        candidate.start();
        return answer.join();
    }

    private static ConnectionException notAsked(Candidate candidate, CandidateEvent.AcquireFailed failed) {
        Throwable cause = failed.cause().orElseThrow();
        return new ConnectionException("could not ask for " + candidate.election() + ": " + cause.getMessage(), cause);
    }
}
