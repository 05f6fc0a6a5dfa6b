package dev.baton.quorum;

import dev.baton.InstanceStatus;
import dev.baton.Registration;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.TransferRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The backend for {@code swarm=off}: this process takes no part in the group and is invisible to it. */
final class DisabledBackend extends GroupReader implements Contender {
    private static final String DISABLED = "disabled by swarm=off in the URL";

    DisabledBackend(String location, QuorumTiming timing) {
        super(location + " (off)", timing);
    }

    @Override
    public boolean isEnabled() {
        return false;
    }

    /** Returns no value: every list is empty, and no leader is known. */
    @Override
    CompletionStage<@Nullable Object> request(String operation, Map<String, ? extends Object> arguments) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public String newInstanceId() {
        return "off";
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
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
    }

    @Override
    public CompletionStage<Void> withdraw() {
        return done();
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return failed(DISABLED);
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        return () -> {};
    }

    @Override
    public Duration watchStaleness() {
        return timing.lease();
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return done();
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return failed(DISABLED);
    }

    @Override
    public List<StoreCheck> selfTest() {
        return List.of(new StoreCheck("swarm", true, DISABLED));
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
