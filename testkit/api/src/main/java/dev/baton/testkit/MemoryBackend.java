package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.RetryStrategy;
import dev.baton.Tenure;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.RunningCommand;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A connection to a {@link MemoryStore}. Every request completes at once. */
public final class MemoryBackend implements Backend, Roster, CommandRecords {
    private final MemoryStore store;
    final BatonClock clock;
    private final List<ContenderSettings> contenders = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    MemoryBackend(MemoryStore store, BatonClock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public String describe() {
        return "memory:";
    }

    @Override
    public BackendDefaults defaults() {
        Duration timeout = store.claimTimeout();
        return new BackendDefaults(
                timeout,
                timeout,
                timeout.dividedBy(20),
                timeout.dividedBy(2),
                timeout.dividedBy(20),
                RetryStrategy.fixed(Duration.ofSeconds(5)));
    }

    @Override
    public String newInstanceId() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        contenders.add(settings);
        LiveCommandCheck liveCommands = new LiveCommandCheck(settings, clock::nanos);
        return new Contender() {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                return reply(() -> store.acquire(MemoryBackend.this, settings, liveCommands, floor));
            }

            @Override
            public CompletionStage<RenewOutcome> reclaim(Claim claim) {
                return reply(() -> store.renew(MemoryBackend.this, claim));
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
                return reply(() -> store.release(MemoryBackend.this, claim, request));
            }

            @Override
            public CompletionStage<Void> withdraw() {
                return run(() -> store.withdraw(MemoryBackend.this, settings));
            }

            @Override
            public void close() {
                contenders.remove(settings);
            }
        };
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return reply(() -> {
            Map<Claim, RenewOutcome> outcomes = new HashMap<>();
            claims.forEach(claim -> outcomes.put(claim, store.renew(this, claim)));
            return outcomes;
        });
    }

    @Override
    public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        return reply(() -> store.record(this, election, epoch, command));
    }

    @Override
    public CompletionStage<Void> clear(String election, RunningCommand command) {
        return run(() -> store.clear(election, command));
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return reply(() -> store.leader(election, clock));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return reply(store::elections);
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
        return reply(() -> store.history(election));
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return run(() -> store.announce(this, statuses));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return list(Set.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return reply(() -> store.roster(clock, status -> elections.contains(status.election())));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return reply(() -> store.roster(clock, status -> status.priority() > 0));
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return run(() -> store.send(request));
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        Duration unresponsive = store.claimTimeout().plus(timing.requestTimeout());
        return new FailoverTimes(
                timing.requestTimeout(),
                unresponsive,
                unresponsive,
                timing.requestTimeout(),
                List.of("all processes are in this JVM"));
    }

    @Override
    public List<StoreCheck> selfTest() {
        return List.of(new StoreCheck("memory", true, "always reachable"));
    }

    /** Ends the connection like a killed process: nothing is released, and the other processes are signalled. */
    public void crash() {
        if (!ended) {
            ended = true;
            store.remove(this);
        }
    }

    @Override
    public void close() {
        crash();
    }

    void signal(String election, Consumer<ContenderSignals> signal) {
        contenders.stream()
                .filter(settings -> settings.election().equals(election))
                .forEach(settings -> signal.accept(settings.signals()));
    }

    private CompletionStage<Void> run(Runnable request) {
        return reply(() -> true).thenAccept(open -> request.run());
    }

    private <T> CompletionStage<T> reply(Supplier<T> request) {
        try {
            if (ended) {
                throw new IllegalStateException("this process has ended");
            }
            return CompletableFuture.completedFuture(request.get());
        } catch (IllegalStateException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
