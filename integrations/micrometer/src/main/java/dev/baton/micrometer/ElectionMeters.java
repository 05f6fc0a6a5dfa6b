package dev.baton.micrometer;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Gate;
import dev.baton.LatencyStats;
import dev.baton.Leadership;
import dev.baton.Registration;
import dev.baton.spi.ElectionMetrics;
import dev.baton.spi.MeteredBackend;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** The meters of one election, for all candidates that a connection has in it. */
final class ElectionMeters {
    private final MeterSet meters;
    private final Map<Candidate, List<Registration>> candidates = new ConcurrentHashMap<>();
    private final Map<String, Set<Gate>> gates = new ConcurrentHashMap<>();
    private final AtomicLong epoch = new AtomicLong();
    private final ElectionObserver observer;

    ElectionMeters(Baton baton, String election, MeterRegistry registry) {
        this.meters = new MeterSet(registry, Tags.of("election", election));
        this.observer = new ElectionObserver(baton.election(election), meters);
        addTenureMeters();
        addTimer("baton.renew", "Duration of renewals.", Candidate::renewals);
        addTimer("baton.callback.lag", "Time that events waited for their first listener.", Candidate::callbackLag);
        for (EndReason reason : EndReason.values()) {
            losses(reason);
        }
        if (baton.backend() instanceof MeteredBackend metered) {
            addElectionMeters(() -> metered.metrics(election));
            for (String cause : metered.rejected().keySet()) {
                addRejected(cause, () -> metered.rejected().getOrDefault(cause, 0L));
            }
        } else {
            addElectionMeters(() -> observer.metrics(List.copyOf(candidates.keySet())));
            addRejected("malformed", () -> 0L);
        }
    }

    private void addTenureMeters() {
        meters.gauge("baton.leader", "1 while leading with a valid claim.", () -> remainingMillis() > 0 ? 1 : 0);
        meters.gauge("baton.epoch", "Epoch of the latest tenure.", epoch::get);
        for (CandidateState state : CandidateState.values()) {
            meters.gauge(
                    "baton.state",
                    "Number of candidates in the state.",
                    Tags.of("state", state.code()),
                    () -> candidates.keySet().stream()
                            .filter(candidate -> candidate.state() == state)
                            .count());
        }
        meters.gauge(
                "baton.reigns.overlapping",
                "Pairs of tenures in the history that overlap.",
                observer.overlaps()::count);
    }

    private void addTimer(String name, String description, Function<Candidate, LatencyStats> stats) {
        meters.timer(
                name,
                description,
                () -> candidates.keySet().stream()
                        .mapToLong(candidate -> stats.apply(candidate).count())
                        .sum(),
                () -> candidates.keySet().stream()
                        .mapToDouble(candidate -> stats.apply(candidate).total().toNanos() / 1e9)
                        .sum());
    }

    private void addElectionMeters(Supplier<ElectionMetrics> source) {
        CachedMetrics metrics = new CachedMetrics(source);
        meters.gauge(
                "baton.lease.remaining.ms",
                "Time until the lease ends: the own one, or that of the known leader.",
                () -> Math.max(remainingMillis(), metrics.get().leaseRemaining().toMillis()));
        meters.counter(
                "baton.election.count",
                "Leaders elected.",
                Tags.empty(),
                () -> metrics.get().elections());
        meters.gauge(
                "baton.convergence.time.ms",
                "Duration of the last election.",
                () -> metrics.get()
                        .convergence()
                        .map(duration -> (Number) duration.toMillis())
                        .orElse(Double.NaN));
        for (String state : List.of("follower", "candidate", "leader")) {
            meters.gauge(
                    "baton.current.state",
                    "1 for the current state of this instance.",
                    Tags.of("state", state),
                    () -> state.equals(metrics.get().state()) ? 1 : 0);
        }
    }

    private void addRejected(String cause, Supplier<Long> count) {
        meters.counter("baton.rejected.messages", "Rejected messages and connections.", Tags.of("cause", cause), count);
    }

    void add(Candidate candidate) {
        candidate.leadership().ifPresent(this::recordEpoch);
        candidates.put(
                candidate,
                List.of(
                        candidate.onStateChange(this::countTransition),
                        candidate.onAcquired(this::recordEpoch),
                        candidate.onLost(lost -> losses(lost.reason()).increment())));
    }

    void add(Gate gate) {
        Set<Gate> sameName = gates.computeIfAbsent(gate.name(), name -> ConcurrentHashMap.newKeySet());
        sameName.add(gate);
        meters.counter(
                "baton.gate.suppressed",
                "Actions suppressed because the candidate did not lead.",
                Tags.of("gate", gate.name()),
                () -> sameName.stream().mapToLong(Gate::suppressed).sum());
    }

    /** Removes a candidate. Returns whether it was the last one, so that the meters were removed too. */
    boolean remove(Candidate candidate) {
        List<Registration> listeners = candidates.remove(candidate);
        if (listeners != null) {
            listeners.forEach(Registration::close);
        }
        if (candidates.isEmpty()) {
            close();
        }
        return candidates.isEmpty();
    }

    void close() {
        candidates.values().forEach(listeners -> listeners.forEach(Registration::close));
        observer.close();
        meters.clear();
    }

    private void countTransition(CandidateEvent.StateChanged change) {
        meters.counter(
                        "baton.transitions",
                        "Changes of state.",
                        Tags.of("from", change.from().code(), "to", change.to().code()))
                .increment();
    }

    private Counter losses(EndReason reason) {
        return meters.counter("baton.losses", "Lost tenures.", Tags.of("reason", reason.code()));
    }

    private void recordEpoch(Leadership leadership) {
        epoch.accumulateAndGet(leadership.epoch(), Math::max);
    }

    /** Returns how long, in milliseconds, one of the candidates may lead without renewal; 0 if none leads. */
    private long remainingMillis() {
        return candidates.keySet().stream()
                .flatMap(candidate -> candidate.leadership().stream())
                .mapToLong(leadership -> Math.max(1, leadership.remaining().toMillis()))
                .max()
                .orElse(0);
    }

    /** Keeps the metrics for a moment, because one scrape reads them several times. */
    private static final class CachedMetrics {
        private static final long FRESH_NANOS = 100_000_000;

        private final Supplier<ElectionMetrics> source;
        private ElectionMetrics last;
        private long readAt;

        CachedMetrics(Supplier<ElectionMetrics> source) {
            this.source = source;
            this.last = source.get();
            this.readAt = System.nanoTime();
        }

        synchronized ElectionMetrics get() {
            if (System.nanoTime() - readAt > FRESH_NANOS) {
                last = source.get();
                readAt = System.nanoTime();
            }
            return last;
        }
    }
}
