package dev.baton.spi.recipe;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.RunningCommand;
import dev.baton.support.text.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A backend whose store keeps candidates in queues. The methods that a store implements block; they run on the threads of
 * the context.
 */
public abstract class QueueBackend<C extends SeatedContender<C, K>, K> implements Backend, CommandRecords {
    private final AtomicLong renewals = new AtomicLong();

    /** Returns what the operations share. */
    protected abstract QueueContext<C, K> queue();

    /** Returns a new candidate. Does not block. */
    protected abstract C contender(ContenderSettings settings);

    /** Begins to follow an election that has a candidate or an observer in this process. Does not block. */
    protected abstract void follow(String election);

    protected abstract void add(TenureWatch watch);

    protected abstract void remove(TenureWatch watch);

    /** Returns what an observer that begins now needs. Does not block. */
    protected abstract TenureWatch.Store watchStore();

    /**
     * Renews claims of this process.
     *
     * @param round the number of this renewal, for checks in rotation
     */
    protected abstract Map<Claim, RenewOutcome> renew(List<Claim> claims, long round);

    protected abstract List<String> readElections();

    /** Returns the candidates in the queue of an election in their order. */
    protected abstract List<QueueEntry> readQueue(String election);

    /** Records a running command; false if the claim does not exist any more. */
    protected abstract boolean recordCommand(String election, long epoch, RunningCommand command);

    protected abstract void clearCommand(String election, RunningCommand command);

    @Override
    public final String describe() {
        return queue().shown();
    }

    @Override
    public final String newInstanceId() {
        return UUID.randomUUID().toString();
    }

    @Override
    public final Contender contend(ContenderSettings settings) {
        Names.check("election", settings.election());
        Names.check("instance id", settings.instanceId());
        C contender = contender(settings);
        queue().local().add(contender);
        follow(settings.election());
        return contender;
    }

    @Override
    public final CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        long round = renewals.getAndIncrement();
        return queue().threads().renewal(() -> renew(claims, round)).exceptionally(failed -> {
            Map<Claim, RenewOutcome> unknown = new HashMap<>();
            claims.forEach(
                    claim -> unknown.put(claim, new RenewOutcome.Unknown(queue().failure(claim.election(), failed))));
            return unknown;
        });
    }

    @Override
    public final CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return queue().threads().read(() -> queue().tenures().leader(election));
    }

    @Override
    public final CompletionStage<List<String>> elections() {
        return queue().threads().read(this::readElections);
    }

    @Override
    public final CompletionStage<Optional<String>> transferObstacle(String election, String successor) {
        Names.check("election", election);
        return queue().threads().read(() -> QueueEntry.obstacle(readQueue(election), successor));
    }

    @Override
    public final Registration watch(String election, LeaderWatcher watcher) {
        TenureWatch watch = new TenureWatch(Names.check("election", election), watcher, watchStore(), this::remove);
        add(watch);
        watch.pollLater();
        follow(election);
        return watch;
    }

    @Override
    public final CompletionStage<List<Tenure>> history(String election) {
        Names.check("election", election);
        return queue().threads()
                .read(() -> queue().tenures().tenures(election, 0).stream()
                        .map(TenureEntry::tenure)
                        .toList());
    }

    @Override
    public final CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        Names.check("election", election);
        return queue().threads().submit(election, () -> recordCommand(election, epoch, command));
    }

    @Override
    public final CompletionStage<Void> clear(String election, RunningCommand command) {
        Names.check("election", election);
        return queue().threads().run(election, () -> clearCommand(election, command));
    }
}
