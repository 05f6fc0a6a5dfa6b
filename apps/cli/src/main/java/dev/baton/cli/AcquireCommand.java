package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.CandidateState;
import dev.baton.ConnectionException;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@code baton acquire ELECTION}: acquires leadership once, prints the epoch and releases it. */
final class AcquireCommand {
    static final String HELP = """
            Acquires leadership once, prints its epoch and releases it. Exits with 1 if another instance leads.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + CandidateOptions.ID_HELP + """
            --wait D    How long to wait for leadership (default: one attempt).
            [ELECTION]  The name of the election.
            """;

    private AcquireCommand() {}

    static int run(Invocation call) throws Exception {
        ElectionTarget target = ElectionTarget.of(call);
        String election = target.name(call);
        Optional<Duration> wait = call.duration("--wait").filter(duration -> !duration.isZero());
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        String url = target.url();
        GroupUrls.instanceId(url, call.text("--id")).ifPresent(settings::instanceId);
        try (Baton baton = Baton.connect(url);
                Candidate candidate = baton.election(election).candidate(settings.build())) {
            Thread waiting = Thread.currentThread();
            StopSignals.handle(name -> waiting.interrupt());
            Optional<Long> epoch = wait.isPresent() ? await(candidate, wait.get()) : attempt(candidate);
            if (epoch.isEmpty()) {
                return call.refuse("not acquired: another instance leads " + election);
            }
            call.out().println(epoch.get());
            return ExitCode.DONE;
        } catch (InterruptedException stopped) {
            return call.refuse("not acquired: stopped by a signal while waiting for " + election);
        }
    }

    private static Optional<Long> await(Candidate candidate, Duration wait) throws InterruptedException {
        AtomicReference<@Nullable Throwable> lastFailure = new AtomicReference<>();
        candidate.onAcquireFailed(failed -> lastFailure.set(failed.cause().orElse(null)));
        candidate.start();
        Optional<Long> epoch = candidate.awaitLeadership(wait).map(Leadership::epoch);
        Throwable failure = lastFailure.get();
        if (epoch.isEmpty() && failure != null) {
            throw failed(candidate, failure);
        }
        return epoch;
    }

    /** Makes one attempt: returns the epoch, or empty if another instance leads. */
    private static Optional<Long> attempt(Candidate candidate) throws InterruptedException {
        CompletableFuture<Optional<Long>> result = new CompletableFuture<>();
        candidate.onAcquired(leadership -> result.complete(Optional.of(leadership.epoch())));
        candidate.onAcquireFailed(failed -> failed.cause()
                .ifPresentOrElse(
                        cause -> result.completeExceptionally(failed(candidate, cause)),
                        () -> result.complete(Optional.empty())));
        candidate.onStateChange(change -> {
            if (change.to() == CandidateState.STOPPED) {
                result.complete(Optional.empty());
            }
        });
        candidate.start();
        try {
            return result.get();
        } catch (ExecutionException failed) {
            throw new CompletionException(failed.getCause());
        }
    }

    private static ConnectionException failed(Candidate candidate, Throwable cause) {
        return new ConnectionException("cannot acquire " + candidate.election() + ": " + cause.getMessage(), cause);
    }
}
