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
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.ProcessHolds;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.StoreCheck;
import dev.baton.store.ConnectionSource;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoreSettings;
import dev.baton.store.StoredObject;
import dev.baton.support.text.Names;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lease backend: one lease record per election in an object store. */
public final class LeaseBackend implements Backend, ProcessHolds {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    /** One for each thread that uses the store (renewals, requests, poller), and one in reserve. */
    private static final int CONNECTIONS = 4;

    private final ObjectStore store;
    private final ObjectStore rosterStore;
    private final LeaseOptions options;
    private final BatonClock clock;
    private final LeaseRecords records;
    private final LeaseTimers timers;
    private final HeldLeases heldLeases = new HeldLeases();
    private final CommandHolds holds = new CommandHolds(CommandHolds.defaultFolder());
    private final LeaseProcess process;
    private final LeaseDeathEvidence evidence;
    private final DatabaseThread renewals = new DatabaseThread("renewals");
    private final DatabaseThread requests = new DatabaseThread("requests");
    private final DatabaseThread announcements = new DatabaseThread("announcements");
    private final RecordPoller poller;
    private final LeaseRoster roster;

    private LeaseBackend(
            ObjectStore store, ObjectStore rosterStore, boolean oneMachine, LeaseOptions options, BatonClock clock) {
        this.store = store;
        this.rosterStore = rosterStore;
        this.options = options;
        this.clock = clock;
        this.records = new LeaseRecords(store);
        this.timers = new LeaseTimers(clock);
        this.process = LeaseProcess.current(CommandHolds.defaultFolder());
        this.evidence = new LeaseDeathEvidence(oneMachine);
        this.poller = new RecordPoller(this);
        this.roster = new LeaseRoster(rosterStore, announcements, process);
    }

    /** Returns leases in the store with this URL; see {@link ObjectStore#open}. Connects to nothing yet. */
    public static LeaseBackend open(String storeUrl, LeaseOptions options, BatonClock clock) {
        StoreSettings settings = new StoreSettings(options.requestTimeout(), CONNECTIONS);
        ObjectStore store = ObjectStore.open(storeUrl, settings);
        // A process that freezes inside a write keeps the SQLite file locked. Frequent writes that safety does not
        // depend on go to a separate file.
        boolean sqlite = storeUrl.startsWith("sqlite:");
        ObjectStore rosterStore = sqlite ? ObjectStore.open(storeUrl + ".roster", settings) : store;
        return new LeaseBackend(store, rosterStore, sqlite, options, clock);
    }

    /** Returns leases in a PostgreSQL database that the application connects to itself. */
    static LeaseBackend over(ConnectionSource connections, String shown, LeaseOptions options, BatonClock clock) {
        ObjectStore store =
                ObjectStore.postgres(connections, shown, new StoreSettings(options.requestTimeout(), CONNECTIONS));
        return new LeaseBackend(store, store, false, options, clock);
    }

    /** Connects once, so that an unsuitable store is refused now. A store that is unreachable at the moment is accepted. */
    LeaseBackend checkReachable() {
        try {
            store.clockMillis();
        } catch (ConnectionException unreachable) {
            LOG.debug("cannot reach {} at the moment", describe(), unreachable);
        } catch (BatonException refused) {
            close();
            throw refused;
        }
        return this;
    }

    ObjectStore store() {
        return store;
    }

    /** Returns the store of the roster and of transfer requests. */
    ObjectStore rosterStore() {
        return rosterStore;
    }

    LeaseOptions options() {
        return options;
    }

    BatonClock clock() {
        return clock;
    }

    LeaseRecords records() {
        return records;
    }

    LeaseTimers timers() {
        return timers;
    }

    HeldLeases heldLeases() {
        return heldLeases;
    }

    LeaseProcess process() {
        return process;
    }

    LeaseDecision.DeathEvidence evidence() {
        return evidence;
    }

    DatabaseThread requests() {
        return requests;
    }

    @Override
    public String describe() {
        return "lease:" + store.describe();
    }

    @Override
    public BackendDefaults defaults() {
        return options.backendDefaults();
    }

    @Override
    public String newInstanceId() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        Names.check("election", settings.election());
        Names.check("instance id", settings.instanceId());
        holds.prepare();
        LeaseContender contender = new LeaseContender(this, settings);
        poller.add(contender);
        return contender;
    }

    void forget(LeaseContender contender) {
        poller.remove(contender);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return renewals.submit(() -> new LeaseRenewal(this).of(claims)).exceptionally(failed -> {
            Map<Claim, RenewOutcome> unknown = new HashMap<>();
            claims.forEach(claim -> unknown.put(claim, new RenewOutcome.Unknown(explain(claim.election(), failed))));
            return unknown;
        });
    }

    /** Rewrites a lease of this process that has become unreadable, on the thread of the renewals. */
    void restore(String election) {
        renewals.run(() -> heldLeases.of(election).ifPresent(held -> new LeaseRenewal(this).restore(election, held)));
    }

    /** Removes old tenures of an election, after the requests that are already queued. */
    void pruneLater(String election) {
        requests.run(() -> records.prune(election)).whenComplete((done, failed) -> {
            if (failed != null) {
                LOG.debug("cannot remove old tenures of {}; trying again later", election, failed);
            }
        });
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return requests.submit(() -> leader(election));
    }

    /** Returns the leader; none if the lease has expired by the database's clock or its process has ended. */
    Optional<LeaderInfo> leader(String election) {
        ElectionSnapshot snapshot = records.of(election);
        if (snapshot.lease().isEmpty() || snapshot.leaseRow().isEmpty()) {
            return Optional.empty();
        }
        LeaseRecord lease = snapshot.lease().get();
        StoredObject row = snapshot.leaseRow().get();
        boolean old = snapshot.clockMillis() - row.updatedAtMs() >= lease.ttl().toMillis();
        if (old || evidence.hasEnded(lease.process()).isProof()) {
            return Optional.empty();
        }
        long since = snapshot.epochRow().map(StoredObject::updatedAtMs).orElse(row.createdAtMs());
        Optional<String> url = lease.url().isEmpty() ? Optional.empty() : Optional.of(lease.url());
        return Optional.of(new LeaderInfo(election, lease.holder(), lease.epoch(), Instant.ofEpochMilli(since), url));
    }

    /** Returns elections that ever had a leader or have a candidate now. */
    @Override
    public CompletionStage<List<String>> elections() {
        return requests.submit(() -> {
            TreeSet<String> names = new TreeSet<>();
            store.list(RecordKeys.EPOCH).forEach(row -> names.add(row.key().id()));
            roster.read(RecordKeys.ROSTER).stream()
                    .map(InstanceStatus::election)
                    .forEach(names::add);
            return List.copyOf(names);
        });
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        LeaseElectionWatch watch = new LeaseElectionWatch(Names.check("election", election), watcher, poller);
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
        return requests.submit(() -> records.tenuresAfter(election, 0).stream()
                .map(TenureRecord::tenure)
                .toList());
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return LeaseFailoverTimes.of(timing, options);
    }

    @Override
    public List<StoreCheck> selfTest() {
        return new LeaseSelfTest(store, clock).run();
    }

    @Override
    public Path newHold() {
        return holds.create(process);
    }

    Throwable explain(String election, Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        return new ConnectionException("election " + election + ": " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        poller.close();
        roster.remove();
        requests.close();
        renewals.close();
        announcements.close();
        store.close();
        rosterStore.close();
        CommandHolds.removeOf(process);
    }
}
