package dev.baton.zookeeper;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.recipe.LocalContenders;
import dev.baton.spi.recipe.Seats;
import dev.baton.spi.recipe.TenureEntry;
import dev.baton.spi.recipe.TenureWatch;
import dev.baton.support.text.Names;
import dev.baton.support.thread.StoreThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ZooKeeper backend: one session for each process, one node for each candidate. */
public final class ZkBackend implements Backend, CommandRecords {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final ZkContext context;
    private final ElectionParents parents;
    private final ZkChanges changes;
    private final ZkUpkeep upkeep;
    private final ZkRoster roster;
    private final ZkUrl url;
    private final AtomicLong renewals = new AtomicLong();

    private ZkBackend(ZkUrl url, BatonClock clock) {
        ZkPaths paths = new ZkPaths(url.path());
        StoreThreads threads =
                new StoreThreads("baton-zookeeper", () -> new ConnectionException("the connection is closed"));
        Seats<ZkContender, CandidateNode> seats = new Seats<>();
        LocalContenders<ZkContender> local = new LocalContenders<>();
        this.url = url;
        this.changes = new ZkChanges(paths, seats, local, this::forgetLater);
        ZkSession session = new ZkSession(url, paths, clock, changes);
        this.context = new ZkContext(
                url.shown(), paths, new ZkReader(session, paths), url.options(), clock, session, seats, local, threads);
        this.parents = new ElectionParents(paths);
        this.upkeep = new ZkUpkeep(context, changes);
        this.roster = new ZkRoster(context);
    }

    /** Opens the store. Connects to nothing yet. */
    public static ZkBackend open(String url, BatonClock clock) {
        return new ZkBackend(ZkUrl.parse(url, System.getenv()), clock);
    }

    private void forgetLater(String request) {
        roster.forgetLater(request);
    }

    ZkContext context() {
        return context;
    }

    @Override
    public String describe() {
        return context.shown();
    }

    @Override
    public BackendDefaults defaults() {
        return context.options().backendDefaults();
    }

    @Override
    public String newInstanceId() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        Names.check("election", settings.election());
        Names.check("instance id", settings.instanceId());
        ZkContender contender = new ZkContender(context, settings, parents);
        context.local().add(contender);
        changes.follow(settings.election());
        upkeep.start();
        return contender;
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        long round = renewals.getAndIncrement();
        return context.threads()
                .renewal(() -> new ZkRenewal(context).renew(claims, round))
                .exceptionally(failed -> {
                    Map<Claim, RenewOutcome> unknown = new HashMap<>();
                    claims.forEach(claim ->
                            unknown.put(claim, new RenewOutcome.Unknown(context.failure(claim.election(), failed))));
                    return unknown;
                });
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return context.threads().read(() -> context.reader().leader(election));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return context.threads().read(() -> context.reader().elections());
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        TenureWatch watch =
                new TenureWatch(Names.check("election", election), watcher, context.watchStore(), changes::remove);
        changes.add(watch);
        watch.pollLater();
        upkeep.start();
        return watch;
    }

    @Override
    public Duration watchStaleness() {
        return context.options().session().plus(TenureWatch.CONFIRM);
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Names.check("election", election);
        return context.threads()
                .read(() -> context.reader().tenures(election, 0).stream()
                        .map(TenureEntry::tenure)
                        .toList());
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return context.options().failover(timing);
    }

    @Override
    public List<StoreCheck> selfTest() {
        return ZkSelfTest.of(context, url).run();
    }

    @Override
    public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        Names.check("election", election);
        return context.threads().submit(election, () -> new ZkCommandRecords(context).record(election, epoch, command));
    }

    @Override
    public CompletionStage<Void> clear(String election, RunningCommand command) {
        Names.check("election", election);
        return context.threads().run(election, () -> new ZkCommandRecords(context).clear(election, command));
    }

    @Override
    public void close() {
        context.threads().close();
        context.session().close();
    }
}
