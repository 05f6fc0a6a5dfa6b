package dev.baton.zookeeper;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
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

/** The ZooKeeper backend: one session for each process, one node for each candidate. */
public final class ZkBackend extends QueueBackend<ZkContender, CandidateNode> {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final ZkContext context;
    private final ElectionParents parents;
    private final ZkChanges changes;
    private final ZkUpkeep upkeep;
    private final ZkRoster roster;
    private final ZkUrl url;

    private ZkBackend(ZkUrl url, BatonClock clock) {
        ZkPaths paths = new ZkPaths(url.path());
        StoreThreads threads =
                new StoreThreads("baton-zookeeper", () -> new ConnectionException("the connection is closed"));
        Seats<ZkContender, CandidateNode> seats = new Seats<>();
        LocalContenders<ZkContender> local = new LocalContenders<>();
        this.url = url;
        this.changes = new ZkChanges(paths, seats, local, this::forgetLater);
        ZkSession session = new ZkSession(url, paths, clock, changes);
        ZkReader reader = new ZkReader(session, paths);
        this.context = new ZkContext(
                new QueueContext<>(url.shown(), reader, clock, seats, local, threads),
                paths,
                reader,
                url.options(),
                session);
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
    protected QueueContext<ZkContender, CandidateNode> queue() {
        return context.queue();
    }

    @Override
    protected ZkContender contender(ContenderSettings settings) {
        return new ZkContender(context, settings, parents);
    }

    @Override
    protected void follow(String election) {
        changes.follow(election);
        upkeep.start();
    }

    @Override
    public BackendDefaults defaults() {
        return context.options().backendDefaults();
    }

    @Override
    protected Map<Claim, RenewOutcome> renew(List<Claim> claims, long round) {
        return new ZkRenewal(context).renew(claims, round);
    }

    @Override
    protected List<String> readElections() {
        return context.reader().elections();
    }

    @Override
    protected List<QueueEntry> readQueue(String election) {
        return context.reader().queue(election);
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
        return new ZkCommandRecords(context).record(election, epoch, command);
    }

    @Override
    protected void clearCommand(String election, RunningCommand command) {
        new ZkCommandRecords(context).clear(election, command);
    }

    @Override
    public Duration watchStaleness() {
        return context.options().session().plus(TenureWatch.CONFIRM);
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
    public void close() {
        context.threads().close();
        context.session().close();
    }
}
