package dev.baton.etcd;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.GatewaySettings;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.recipe.LocalContenders;
import dev.baton.spi.recipe.QueueBackend;
import dev.baton.spi.recipe.QueueContext;
import dev.baton.spi.recipe.QueueEntry;
import dev.baton.spi.recipe.Seats;
import dev.baton.spi.recipe.TenureWatch;
import dev.baton.support.thread.StoreThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The etcd backend: one lease for each process, one key for each candidate. */
public final class EtcdBackend extends QueueBackend<EtcdContender, EtcdLease> {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration REOPEN_WATCH = Duration.ofSeconds(10);

    private final EtcdContext context;
    private final EtcdChanges changes;
    private final EtcdUpkeep upkeep;
    private final EtcdRoster roster;
    private final boolean tls;

    private EtcdBackend(EtcdUrl url, BatonClock clock) {
        EtcdGateway gateway = new EtcdGateway(new GatewaySettings(
                url.endpoints(), url.certificates(), url.login(), url.options().requestTimeout()));
        EtcdKeys keys = new EtcdKeys(url.prefix());
        StoreThreads threads =
                new StoreThreads("baton-etcd", () -> new ConnectionException("the connection is closed"));
        Seats<EtcdContender, EtcdLease> seats = new Seats<>();
        this.tls = url.isSecure();
        EtcdReader reader = new EtcdReader(gateway, keys);
        this.context = new EtcdContext(
                new QueueContext<>(url.shown(), reader, clock, seats, new LocalContenders<>(), threads),
                gateway,
                keys,
                reader,
                url.options(),
                new EtcdSession(gateway, url.options(), clock, lease -> EtcdUpkeep.leaseEnded(seats, lease)),
                new EtcdMirror(gateway, keys, REOPEN_WATCH, threads));
        this.changes = new EtcdChanges(context);
        this.upkeep = new EtcdUpkeep(context, changes);
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
    protected QueueContext<EtcdContender, EtcdLease> queue() {
        return context.queue();
    }

    @Override
    protected EtcdContender contender(ContenderSettings settings) {
        return new EtcdContender(context, settings);
    }

    /** One watch is for all elections. */
    @Override
    protected void follow(String election) {
        context.mirror().start(changes);
        upkeep.start();
    }

    @Override
    public BackendDefaults defaults() {
        return context.options().backendDefaults();
    }

    @Override
    protected Map<Claim, RenewOutcome> renew(List<Claim> claims, long round) {
        return new EtcdRenewal(context).renew(claims, round);
    }

    @Override
    protected List<String> readElections() {
        return context.reader().elections();
    }

    @Override
    protected List<QueueEntry> readQueue(String election) {
        return context.reader().snapshot(election).queue();
    }

    @Override
    protected void add(TenureWatch watch) {
        changes.add(watch);
    }

    @Override
    protected void remove(TenureWatch watch) {
        changes.remove(watch);
    }

    @Override
    protected TenureWatch.Store watchStore() {
        return context.watchStore();
    }

    @Override
    protected boolean recordCommand(String election, long epoch, RunningCommand command) {
        return new EtcdCommandRecords(context).record(election, epoch, command);
    }

    @Override
    protected void clearCommand(String election, RunningCommand command) {
        new EtcdCommandRecords(context).clear(election, command);
    }

    @Override
    public Duration watchStaleness() {
        return REOPEN_WATCH.plus(TenureWatch.CONFIRM);
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
    public void close() {
        context.mirror().close();
        context.threads().close();
        context.session().close();
    }
}
