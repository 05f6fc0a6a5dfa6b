package dev.baton.sidecar.answer;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.Election;
import dev.baton.LeaderObservation;
import dev.baton.Leadership;
import dev.baton.Registration;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers who leads an election, from a candidate in this process and an observation of the store. Thread-safe. */
public final class LeaderAnswers implements AutoCloseable {
    /** Beyond the longest grant: for the release itself. */
    private static final Duration RELEASE_TIME = Duration.ofSeconds(10);

    /** Beyond the bound of the store: a busy machine must not end readiness. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final Candidate candidate;
    private final Optional<String> url;
    private final Duration longestGrant;
    private final AnswerGrants grants;
    private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final LeaderObservation observation;
    private volatile boolean observed;
    private volatile boolean stopping;

    /**
     * Creates answers for a candidate that is not started yet.
     *
     * @param url the URL that the candidate publishes while it leads
     * @param longestGrant the longest time for which one answer lets a client act
     */
    public LeaderAnswers(Election election, Candidate candidate, Optional<String> url, Duration longestGrant) {
        this.candidate = candidate;
        this.url = url;
        this.longestGrant = longestGrant;
        this.grants = new AnswerGrants(longestGrant);
        candidate.whileLeading(grants);
        candidate.listen(event -> {
            changed();
            return CompletableFuture.completedFuture(true);
        });
        this.observation = election.observe(leader -> {
            observed = true;
            changed();
        });
    }

    /** Returns the answer at this moment, for a client that may act on it. */
    public LeaderAnswer now() {
        return leadership()
                .map(leadership -> leading(leadership, grants.grant(leadership)))
                .filter(answer -> !answer.remaining().isZero())
                .orElseGet(this::notLeading);
    }

    /** Returns whether the answer at this moment differs from one that was given. Lets no client act. */
    public boolean hasChangedSince(LeaderAnswer given) {
        LeaderAnswer now = leadership()
                .map(leadership -> leading(leadership, Duration.ZERO))
                .orElseGet(this::notLeading);
        return !now.isSameAs(given);
    }

    private Optional<Leadership> leadership() {
        return stopping || !candidate.isLeader() ? Optional.empty() : grants.leadership();
    }

    private LeaderAnswer leading(Leadership leadership, Duration granted) {
        LeaderAnswer.Leader self =
                new LeaderAnswer.Leader(candidate.instanceId(), LeaderAnswer.Leader.epoch(leadership.epoch()), url);
        return new LeaderAnswer(
                candidate.election(), candidate.instanceId(), true, granted, Optional.of(self), Duration.ZERO);
    }

    private LeaderAnswer notLeading() {
        return new LeaderAnswer(
                candidate.election(), candidate.instanceId(), false, Duration.ZERO, otherLeader(), observation.age());
    }

    /** The store can still record this instance while it releases, or after it was frozen. */
    private Optional<LeaderAnswer.Leader> otherLeader() {
        return observation
                .leader()
                .filter(info -> !info.instanceId().equals(candidate.instanceId()))
                .map(LeaderAnswer.Leader::of);
    }

    /** Returns why this instance cannot take part in the election now; empty if it does. */
    public Optional<String> notReadyReason() {
        if (stopping) {
            return Optional.of("this sidecar is stopping");
        }
        if (candidate.state() == CandidateState.STOPPED) {
            return Optional.of("the candidate does not run");
        }
        Duration silence = observation.age();
        if (!observed || silence.compareTo(observation.stalenessBound().plus(SLACK)) > 0) {
            return Optional.of("the store has not answered for " + silence.toMillis() + " ms");
        }
        return Optional.empty();
    }

    /** Ends the leadership, and returns after the claim is released whether this instance led. */
    public boolean stepDown() {
        return candidate.stepDown(longestGrant.plus(RELEASE_TIME));
    }

    /** Calls the listener whenever the answer may have changed. */
    public Registration onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Ends readiness, and answers from now on that this instance does not lead. Stop the candidate afterwards. */
    public void stop() {
        stopping = true;
        changed();
    }

    private void changed() {
        listeners.forEach(Runnable::run);
    }

    @Override
    public void close() {
        observation.close();
    }
}
