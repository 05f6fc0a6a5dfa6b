package dev.baton.console;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.Roster;
import dev.baton.spi.TransferRequest;
import dev.baton.testkit.ForwardingBackend;
import dev.baton.testkit.MemoryBackendProvider;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A store whose elections never change. It confirms that all the time, so that what is known about them is never old. */
final class FixedStore extends ForwardingBackend implements Roster {
    private static final int CONFIRM_MILLIS = 50;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    FixedStore() {
        super(new MemoryBackendProvider().open("memory:fixed", BatonClock.system()));
    }

    @Override
    public String describe() {
        return "file:/var/lib/myapp/baton";
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return CompletableFuture.completedFuture(FixedElection.names());
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return CompletableFuture.completedFuture(FixedElection.leader(election));
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return CompletableFuture.completedFuture(FixedElection.history(election));
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        watcher.leaderChanged(FixedElection.leader(election));
        ScheduledFuture<?> confirmations =
                timer.scheduleWithFixedDelay(watcher::confirmed, CONFIRM_MILLIS, CONFIRM_MILLIS, TimeUnit.MILLISECONDS);
        return () -> confirmations.cancel(false);
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return CompletableFuture.completedFuture(FixedElection.roster(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        super.close();
    }
}
