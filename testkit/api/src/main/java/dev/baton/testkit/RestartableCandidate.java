package dev.baton.testkit;

import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * A candidate for random calls: if it was closed, the next start replaces it with a new one. Thread-safe.
 *
 * <pre>{@code
 * RestartableCandidate candidate = new RestartableCandidate(() -> baton.election("nightly-report").candidate(settings));
 * candidate.call(CandidateCall.Kind.START, "");
 * }</pre>
 */
public final class RestartableCandidate implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final Supplier<Candidate> factory;
    private final List<Candidate> all = new CopyOnWriteArrayList<>();

    /** Creates the first candidate. All candidates of the factory have the same instance id. */
    public RestartableCandidate(Supplier<Candidate> factory) {
        this.factory = factory;
        all.add(factory.get());
    }

    /** Returns the instance id. */
    public String instanceId() {
        return current().instanceId();
    }

    /**
     * Makes a call. Timeouts and refusals of a closed candidate are ignored.
     *
     * @param target the target of a transfer
     */
    public void call(CandidateCall.Kind kind, String target) {
        Candidate candidate = current();
        try {
            switch (kind) {
                case START -> start(candidate);
                case STOP -> candidate.stop(TIMEOUT);
                case STEP_DOWN -> candidate.stepDown(TIMEOUT);
                case TRANSFER -> candidate.transferTo(target);
                case CLOSE -> candidate.close();
                case AWAIT -> candidate.awaitLeadership(SHORT);
            }
        } catch (IllegalStateException | BatonException refused) {
            // Another thread closed the candidate, or its stop takes longer. Neither may cost safety.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void start(Candidate candidate) {
        try {
            candidate.start();
        } catch (IllegalStateException closed) {
            replace(candidate).start();
        }
    }

    private synchronized Candidate replace(Candidate closed) {
        if (current() == closed) {
            all.add(factory.get());
        }
        return current();
    }

    private Candidate current() {
        return all.get(all.size() - 1);
    }

    /** Returns all candidates so far. The last one is the current one. */
    public List<Candidate> all() {
        return List.copyOf(all);
    }

    /** Returns the leadership of any of the candidates. */
    public Optional<Leadership> leadership() {
        return all.stream().flatMap(one -> one.leadership().stream()).findFirst();
    }

    /** Closes all candidates. */
    @Override
    public void close() {
        for (Candidate candidate : all) {
            try {
                candidate.close();
            } catch (BatonException forced) {
                // The release was forced.
            }
        }
    }
}
