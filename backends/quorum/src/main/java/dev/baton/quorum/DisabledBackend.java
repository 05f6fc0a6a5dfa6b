package dev.baton.quorum;

import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.quorum.step.QuorumTiming;
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

/** A group that this process keeps out of, {@code swarm=off}: it sees nobody, and nobody sees it. */
final class DisabledBackend implements Backend, Contender, Roster {
    private static final String OFF = "this process takes no part: its URL says swarm=off";

    private final String place;
    private final QuorumTiming settings;

    DisabledBackend(String place, QuorumTiming settings) {
        this.place = place;
        this.settings = settings;
    }

    @Override
    public boolean isEnabled() {
        return false;
    }

    @Override
    public String describe() {
        return place + " (off)";
    }

    @Override
    public BackendDefaults defaults() {
        return QuorumFailoverTimes.defaults(settings);
    }

    @Override
    public String newInstanceId() {
        return "off";
    }

    @Override
    public Contender contend(ContenderSettings contest) {
        return this;
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        return CompletableFuture.completedFuture(new AcquireOutcome.Unknown(new IllegalStateException(OFF)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return CompletableFuture.completedFuture(new RenewOutcome.Unknown(new IllegalStateException(OFF)));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure) {
        return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
    }

    @Override
    public CompletionStage<Void> withdraw() {
        return done();
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return CompletableFuture.failedFuture(new IllegalStateException(OFF));
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
    public Registration watch(String election, LeaderWatcher watcher) {
        return () -> {};
    }

    @Override
    public Duration watchStaleness() {
        return settings.lease();
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> frames) {
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
    public CompletionStage<Void> send(TransferRequest frame) {
        return CompletableFuture.failedFuture(new IllegalStateException(OFF));
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return QuorumFailoverTimes.failover(settings);
    }

    @Override
    public List<StoreCheck> selfTest() {
        return List.of(new StoreCheck("swarm", true, OFF));
    }

    @Override
    public void close() {
        // Nothing was opened.
    }

    private static CompletionStage<Void> done() {
        return CompletableFuture.completedStage(true).thenAccept(done -> {});
    }
}
