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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The meters of one election, over all candidates that a connection has in it. */
final class ElectionMeters {
    private static final String SUPPRESSED = "baton.gate.suppressed";

    private final MeterSet shelf;
    private final Map<Candidate, Registration> candidates = new ConcurrentHashMap<>();
    private final Map<String, Set<Gate>> gates = new ConcurrentHashMap<>();
    private final AtomicLong epoch = new AtomicLong();
    private final ElectionObserver watched;

    ElectionMeters(Baton baton, String election, MeterRegistry registry) {
        this.shelf = new MeterSet(registry, election);
        this.watched = new ElectionObserver(baton.election(election), shelf);
        reign();
        timers();
        for (EndReason reason : EndReason.values()) {
            losses(reason);
        }
        elections(figures(baton, election));
        if (baton.backend() instanceof MeteredBackend measuring) {
            measuring.rejected().keySet().forEach(cause -> rejected(cause, shelf -> count(measuring, cause)));
        } else {
            rejected("malformed", shelf -> 0);
        }
    }

    private void reign() {
        shelf.gauge(
                "baton.leader", "1 while it leads with a valid claim.", Tags.empty(), () -> leadership() > 0 ? 1 : 0);
        shelf.gauge("baton.epoch", "The epoch of its latest reign.", Tags.empty(), epoch::get);
        shelf.gauge(
                "baton.lease.remaining.ms",
                "How long the claim stays valid without news.",
                Tags.empty(),
                this::leadership);
        for (CandidateState state : CandidateState.values()) {
            shelf.gauge(
                    "baton.state",
                    "1 for the state it is in.",
                    Tags.of("state", state.code()),
                    () -> candidates.keySet().stream()
                            .filter(candidate -> candidate.state() == state)
                            .count());
        }
        OverlapGauge overlaps = watched.overlaps();
        shelf.gauge(
                "baton.reigns.overlapping",
                "Reigns in the history that began before an earlier one had ended.",
                Tags.empty(),
                overlaps::count);
    }

    private void timers() {
        timer("baton.renew", "How long renewals took.", Candidate::renewals);
        timer("baton.callback.lag", "How long events waited for their first listener.", Candidate::callbackLag);
    }

    private void timer(String name, String what, Function<Candidate, LatencyStats> timings) {
        shelf.timer(
                name,
                what,
                () -> candidates.keySet().stream()
                        .mapToLong(candidate -> timings.apply(candidate).count())
                        .sum(),
                () -> candidates.keySet().stream()
                        .mapToDouble(
                                candidate -> timings.apply(candidate).total().toNanos() / 1e9)
                        .sum());
    }

    private void elections(Figures figures) {
        shelf.counter(
                "baton.election.count",
                "Leaders that were seen elected.",
                Tags.empty(),
                shelf -> figures.now().elections());
        shelf.gauge(
                "baton.convergence.time.ms",
                "How long the last election took.",
                Tags.empty(),
                () -> figures.now()
                        .convergence()
                        .map(took -> (Number) took.toMillis())
                        .orElse(Double.NaN));
        for (String state : List.of("follower", "candidate", "leader")) {
            shelf.gauge(
                    "baton.current.state",
                    "1 for what it is in the election.",
                    Tags.of("state", state),
                    () -> state.equals(figures.now().state()) ? 1 : 0);
        }
    }

    /** Where the store does not count elections, what was watched is counted. */
    private Figures figures(Baton baton, String election) {
        if (baton.backend() instanceof MeteredBackend measuring) {
            return new Figures(() -> measuring.figures(election));
        }
        return new Figures(() -> watched.figures(List.copyOf(candidates.keySet())));
    }

    private void rejected(String cause, ToDoubleFunction<MeterSet> count) {
        shelf.counter(
                "baton.rejected.messages",
                "Messages and connections that were not listened to.",
                Tags.of("cause", cause),
                count);
    }

    private static double count(MeteredBackend measuring, String cause) {
        return measuring.rejected().getOrDefault(cause, 0L);
    }

    void add(Candidate candidate) {
        candidate.leadership().map(Leadership::epoch).ifPresent(this::heardOf);
        Registration listening = candidate.listen(event -> {
            hear(event);
            return CompletableFuture.completedFuture(true);
        });
        candidates.put(candidate, listening);
    }

    void add(Gate gate) {
        Set<Gate> same = gates.computeIfAbsent(gate.name(), name -> ConcurrentHashMap.newKeySet());
        same.add(gate);
        shelf.counter(
                SUPPRESSED,
                "Actions that did not happen because it did not lead.",
                Tags.of("gate", gate.name()),
                shelf -> same.stream().mapToLong(Gate::suppressed).sum());
    }

    /** Forgets a candidate; whether it was the last one, and the meters are gone. */
    boolean remove(Candidate candidate) {
        Registration listening = candidates.remove(candidate);
        if (listening != null) {
            listening.close();
        }
        if (candidates.isEmpty()) {
            close();
        }
        return candidates.isEmpty();
    }

    void close() {
        candidates.values().forEach(Registration::close);
        watched.close();
        shelf.clear();
    }

    private void hear(CandidateEvent event) {
        if (event instanceof CandidateEvent.StateChanged changed) {
            shelf.counter(
                            "baton.transitions",
                            "Changes of state.",
                            Tags.of(
                                    "from",
                                    changed.from().code(),
                                    "to",
                                    changed.to().code()))
                    .increment();
        } else if (event instanceof CandidateEvent.Acquired acquired) {
            heardOf(acquired.epoch());
        } else if (event instanceof CandidateEvent.Lost lost) {
            losses(lost.reason()).increment();
        }
    }

    private Counter losses(EndReason reason) {
        return shelf.counter("baton.losses", "Reigns that were lost.", Tags.of("reason", reason.code()));
    }

    private void heardOf(long latest) {
        epoch.accumulateAndGet(latest, Math::max);
    }

    /** For how many milliseconds one of them may act without news; 0 when none may. */
    private long leadership() {
        return candidates.keySet().stream()
                .flatMap(candidate -> candidate.leadership().stream())
                .mapToLong(reign -> Math.max(1, reign.remaining().toMillis()))
                .max()
                .orElse(0);
    }

    /** Asked several times for one look at the metrics, so an answer is kept for a moment. */
    private static final class Figures {
        private static final long MOMENT = 100_000_000;

        private final Supplier<ElectionMetrics> source;
        private ElectionMetrics last;
        private long at;

        Figures(Supplier<ElectionMetrics> source) {
            this.source = source;
            this.last = source.get();
            this.at = System.nanoTime();
        }

        synchronized ElectionMetrics now() {
            long now = System.nanoTime();
            if (now - at > MOMENT) {
                last = source.get();
                at = System.nanoTime();
            }
            return last;
        }
    }
}
