package dev.baton.lease;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.ConnectionException;
import dev.baton.InstanceStatus;
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
import dev.baton.spi.StorePresence;
import dev.baton.store.ConnectionSource;
import dev.baton.store.ObjectStore;
import dev.baton.store.SqliteJournal;
import dev.baton.store.StoreLockedException;
import dev.baton.store.StoreSettings;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lease backend: one lease record per election in an object store. */
public final class LeaseBackend implements Backend, CommandRecords, StorePresence {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    /** One for each thread that uses the store (renewals, requests, poller), and one in reserve. */
    private static final int CONNECTIONS = 4;

    private final LeaseContext context;
    private final ObjectStore rosterStore;
    private final DatabaseThread announcements = new DatabaseThread("announcements");
    private final RecordPoller poller;
    private final LeaseRoster roster;

    /** @param rosterStore the store of the roster and of transfer requests */
    private LeaseBackend(
            ObjectStore store, ObjectStore rosterStore, boolean oneMachine, LeaseOptions options, BatonClock clock) {
        this.context = LeaseContext.of(store, oneMachine, options, clock);
        this.rosterStore = rosterStore;
        this.roster = new LeaseRoster(rosterStore, announcements, context.process());
        this.poller = new RecordPoller(context, roster);
    }

    /** Returns leases in the store with this URL; see {@link ObjectStore#open}. Connects to nothing yet. */
    public static LeaseBackend open(String storeUrl, LeaseOptions options, BatonClock clock) {
        StoreSettings settings = new StoreSettings(options.requestTimeout(), CONNECTIONS);
        // The lease file must be whole by itself: without its side files, a log has two leaders.
        ObjectStore store = ObjectStore.open(storeUrl, settings.with(SqliteJournal.ROLLBACK));
        // A process that freezes inside a write keeps the SQLite file locked. Frequent writes that safety does not
        // depend on go to a separate file.
        boolean sqlite = storeUrl.startsWith("sqlite:");
        ObjectStore rosterStore = sqlite ? ObjectStore.open(storeUrl + ".roster", settings) : store;
        return new LeaseBackend(store, rosterStore, sqlite, options, clock);
    }

    /** Opens a store over connections that the application opens itself. */
    @FunctionalInterface
    interface StoreOpener {
        ObjectStore open(ConnectionSource connections, String shown, StoreSettings settings);
    }

    /** Returns leases in a database on a server that the application connects to itself. */
    static LeaseBackend over(
            StoreOpener opener, ConnectionSource connections, String shown, LeaseOptions options, BatonClock clock) {
        ObjectStore store = opener.open(connections, shown, new StoreSettings(options.requestTimeout(), CONNECTIONS));
        return new LeaseBackend(store, store, false, options, clock);
    }

    /**
     * Connects once, so that an unsuitable store is refused now. A store that is unreachable or locked at the moment is
     * accepted.
     */
    LeaseBackend checkReachable() {
        try {
            context.store().clockMillis();
        } catch (ConnectionException | StoreLockedException unreachable) {
            LOG.debug("cannot reach {} at the moment", describe(), unreachable);
        } catch (BatonException refused) {
            close();
            throw refused;
        }
        return this;
    }

    LeaseRecords records() {
        return context.records();
    }

    @Override
    public String describe() {
        return context.describe();
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
        LeaseContender contender = new LeaseContender(context, settings, poller);
        poller.add(contender);
        return contender;
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return new LeaseRenewal(context).submit(claims);
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return context.requests().submit(() -> records().of(election).leader(election, context::hasEnded));
    }

    /** Returns elections that ever had a leader or have a candidate now. */
    @Override
    public CompletionStage<List<String>> elections() {
        return context.requests().submit(() -> {
            TreeSet<String> names = new TreeSet<>();
            context.store()
                    .list(RecordKeys.EPOCH)
                    .forEach(row -> names.add(row.key().id()));
            roster.read(RecordKeys.ROSTER).stream()
                    .map(InstanceStatus::election)
                    .forEach(names::add);
            return List.copyOf(names);
        });
    }

    @Override
    public CompletionStage<Optional<String>> absence() {
        return context.requests()
                .submit(() -> context.store().isAbsent()
                        ? Optional.of("the file does not exist; the first candidate creates it")
                        : Optional.empty());
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        LeaseElectionWatch watch = new LeaseElectionWatch(Names.check("election", election), watcher, context, poller);
        poller.add(watch);
        return watch;
    }

    @Override
    public Duration watchStaleness() {
        return LeaseElectionWatch.STALENESS;
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Names.check("election", election);
        return context.requests()
                .submit(() -> records().tenuresAfter(election, 0).stream()
                        .map(TenureRecord::tenure)
                        .toList());
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return context.options().failover(timing, context.evidence().oneMachine());
    }

    @Override
    public List<StoreCheck> selfTest() {
        return LeaseSelfTest.of(context.store(), context.clock()).run();
    }

    @Override
    public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        Names.check("election", election);
        return context.requests().submit(() -> new LeaseCommandRecords(context).record(election, epoch, command));
    }

    @Override
    public CompletionStage<Void> clear(String election, RunningCommand command) {
        Names.check("election", election);
        return context.requests().run(() -> new LeaseCommandRecords(context).clear(election, command));
    }

    @Override
    public void close() {
        poller.close();
        roster.remove();
        context.requests().close();
        context.renewals().close();
        announcements.close();
        context.store().close();
        rosterStore.close();
    }
}
