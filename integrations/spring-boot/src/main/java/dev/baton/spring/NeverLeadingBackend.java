package dev.baton.spring;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The backend of an application that {@code baton.enabled} excludes from its elections. It has no store. */
final class NeverLeadingBackend implements Backend, Contender, Roster {
    private static final String DISABLED = "baton.enabled is false";
    private static final Duration VALIDITY = Duration.ofSeconds(10);

    @Override
    public boolean isEnabled() {
        return false;
    }

    @Override
    public String describe() {
        return "Baton (" + DISABLED + ")";
    }

    /** Of no effect, because no candidate starts. */
    @Override
    public BackendDefaults defaults() {
        return new BackendDefaults(
                VALIDITY,
                VALIDITY,
                Duration.ofMillis(500),
                Duration.ofSeconds(4),
                Duration.ofSeconds(1),
                RetryStrategy.fixed(VALIDITY));
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return new FailoverTimes(VALIDITY, VALIDITY, VALIDITY, VALIDITY, List.of(DISABLED));
    }

    @Override
    public String newInstanceId() {
        return "disabled";
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        return this;
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        return CompletableFuture.completedFuture(new AcquireOutcome.Unknown(new IllegalStateException(DISABLED)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return CompletableFuture.completedFuture(new RenewOutcome.Unknown(new IllegalStateException(DISABLED)));
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
    }

    @Override
    public CompletionStage<Void> withdraw() {
        return done();
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        return () -> {};
    }

    @Override
    public Duration watchStaleness() {
        return VALIDITY;
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return done();
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return CompletableFuture.failedFuture(new IllegalStateException(DISABLED));
    }

    @Override
    public List<StoreCheck> selfTest() {
        return List.of(new StoreCheck("store", true, DISABLED));
    }

    @Override
    public void close() {
        // There is nothing to close.
    }

    private static CompletionStage<Void> done() {
        return CompletableFuture.completedStage(true).thenAccept(done -> {});
    }
}
