package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.internal.retry.FixedInterval;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.TransferRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** One process' connection to a {@link MemoryStore}. Every answer is there at once. */
public final class MemoryBackend implements Backend, Roster {
    private static final BackendDefaults DEFAULTS = new BackendDefaults(
            MemoryStore.PATIENCE,
            MemoryStore.PATIENCE,
            Duration.ofMillis(500),
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            new FixedInterval());

    private final MemoryStore store;
    private final BatonClock clock;
    private final CopyOnWriteArrayList<ContenderSettings> contests = new CopyOnWriteArrayList<>();
    private volatile boolean gone;

    MemoryBackend(MemoryStore store, BatonClock clock) {
        this.store = store;
        this.clock = clock;
    }

    BatonClock clock() {
        return clock;
    }

    @Override
    public String describe() {
        return "memory:";
    }

    @Override
    public BackendDefaults defaults() {
        return DEFAULTS;
    }

    @Override
    public String newInstanceId() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Contender contend(ContenderSettings contest) {
        contests.add(contest);
        return new MemoryContender(contest);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return answer(() -> {
            Map<Claim, RenewOutcome> answers = new HashMap<>();
            claims.forEach(claim -> answers.put(claim, store.renew(this, claim)));
            return answers;
        });
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return answer(() -> store.leader(election, clock));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return answer(store::elections);
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        return store.watch(election, watcher, clock);
    }

    @Override
    public Duration watchStaleness() {
        return Duration.ofSeconds(1);
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return answer(() -> store.history(election));
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> frames) {
        return done(() -> store.announce(this, frames));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return answer(() -> store.roster(clock).stream()
                .filter(frame -> frame.election().equals(election))
                .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return answer(() -> store.roster(clock).stream()
                .filter(frame -> elections.contains(frame.election()))
                .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return answer(() -> store.roster(clock).stream()
                .filter(frame -> frame.priority() > 0)
                .toList());
    }

    @Override
    public CompletionStage<Void> send(TransferRequest frame) {
        return done(() -> store.send(frame));
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        Duration silent = MemoryStore.PATIENCE.plus(timing.requestTimeout());
        return new FailoverTimes(
                timing.requestTimeout(),
                silent,
                silent,
                timing.requestTimeout(),
                List.of("all processes share this memory"));
    }

    @Override
    public List<StoreCheck> selfTest() {
        return List.of(new StoreCheck("memory", true, "always there"));
    }

    /** Ends as a killed process would: nothing is released, and the others hear that it is gone. */
    public void crash() {
        if (!gone) {
            gone = true;
            store.gone(this);
        }
    }

    @Override
    public void close() {
        crash();
    }

    void tryNow(String election) {
        contests.forEach(contest -> {
            if (contest.election().equals(election)) {
                contest.signals().tryNow();
            }
        });
    }

    void transferRequested(TransferRequest frame) {
        contests.forEach(contest -> {
            if (contest.election().equals(frame.election())) {
                contest.signals().transferRequested(frame);
            }
        });
    }

    private CompletionStage<Void> done(Runnable request) {
        return this.<Optional<Void>>answer(() -> {
                    request.run();
                    return Optional.empty();
                })
                .thenAccept(nothing -> {});
    }

    private <T> CompletionStage<T> answer(Supplier<T> request) {
        try {
            if (gone) {
                throw new IllegalStateException("this process is gone");
            }
            return CompletableFuture.completedFuture(request.get());
        } catch (IllegalStateException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private final class MemoryContender implements Contender {
        private final ContenderSettings contest;

        MemoryContender(ContenderSettings contest) {
            this.contest = contest;
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(long floor) {
            return answer(() -> store.acquire(MemoryBackend.this, contest, floor));
        }

        @Override
        public CompletionStage<RenewOutcome> reclaim(Claim claim) {
            return answer(() -> store.renew(MemoryBackend.this, claim));
        }

        @Override
        public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure) {
            return answer(() -> store.release(MemoryBackend.this, claim, departure));
        }

        @Override
        public CompletionStage<Void> withdraw() {
            return done(() -> store.withdraw(MemoryBackend.this, contest));
        }

        @Override
        public void close() {
            contests.remove(contest);
        }
    }
}
