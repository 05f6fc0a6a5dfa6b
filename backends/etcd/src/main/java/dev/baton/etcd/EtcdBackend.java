package dev.baton.etcd;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.GatewaySettings;
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

/** The etcd backend: one lease for each process, one key for each candidate. */
public final class EtcdBackend implements Backend, CommandRecords {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration REOPEN_WATCH = Duration.ofSeconds(10);

    private final EtcdContext context;
    private final LocalContenders<EtcdContender> local = new LocalContenders<>();
    private final EtcdChanges changes;
    private final EtcdUpkeep upkeep;
    private final EtcdRoster roster;
    private final boolean tls;
    private final AtomicLong renewals = new AtomicLong();

    private EtcdBackend(EtcdUrl url, BatonClock clock) {
        EtcdGateway gateway = new EtcdGateway(new GatewaySettings(
                url.endpoints(), url.certificates(), url.login(), url.options().requestTimeout()));
        EtcdKeys keys = new EtcdKeys(url.prefix());
        StoreThreads threads =
                new StoreThreads("baton-etcd", () -> new ConnectionException("the connection is closed"));
        Seats<EtcdContender, EtcdLease> seats = new Seats<>();
        this.tls = url.isSecure();
        this.context = new EtcdContext(
                url.shown(),
                gateway,
                keys,
                new EtcdReader(gateway, keys),
                url.options(),
                clock,
                new EtcdSession(gateway, url.options(), clock, lease -> EtcdUpkeep.leaseEnded(seats, lease)),
                seats,
                new EtcdMirror(gateway, keys, REOPEN_WATCH, threads),
                threads);
        this.changes = new EtcdChanges(context, local);
        this.upkeep = new EtcdUpkeep(context, local, changes);
        this.roster = new EtcdRoster(context);
    }

    /** Opens the store. Connects to nothing yet. */
    public static EtcdBackend open(String url, BatonClock clock) {
        return new EtcdBackend(EtcdUrl.parse(url, System.getenv()), clock);
    }

    EtcdContext context() {
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
        EtcdContender contender = new EtcdContender(context, settings, local);
        local.add(contender);
        start();
        return contender;
    }

    private void start() {
        context.mirror().start(changes);
        upkeep.start();
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        long round = renewals.getAndIncrement();
        return context.threads()
                .renewal(() -> new EtcdRenewal(context, local).renew(claims, round))
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
        start();
        return watch;
    }

    @Override
    public Duration watchStaleness() {
        return REOPEN_WATCH.plus(TenureWatch.CONFIRM);
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
        return EtcdSelfTest.of(context, tls).run();
    }

    @Override
    public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        Names.check("election", election);
        return context.threads()
                .submit(election, () -> new EtcdCommandRecords(context).record(election, epoch, command));
    }

    @Override
    public CompletionStage<Void> clear(String election, RunningCommand command) {
        Names.check("election", election);
        return context.threads().run(election, () -> new EtcdCommandRecords(context).clear(election, command));
    }

    @Override
    public void close() {
        context.mirror().close();
        context.threads().close();
        context.session().close();
    }
}
