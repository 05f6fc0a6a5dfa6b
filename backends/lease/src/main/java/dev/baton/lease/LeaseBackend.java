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

/** Lease records in an object store, as one process sees them. */
public final class LeaseBackend implements Backend, ProcessHolds {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    /** One for each thread that asks: renewals, requests, the lookout, and one to spare. */
    private static final int CONNECTIONS = 4;

    private final ObjectStore store;
    private final ObjectStore bulletin;
    private final LeaseOptions options;
    private final BatonClock clock;
    private final LeaseRecords records;
    private final LeaseTimers sightings;
    private final HeldLeases holdings = new HeldLeases();
    private final CommandHolds holds = new CommandHolds(CommandHolds.usualFolder());
    private final LeaseProcess process;
    private final LeaseDeathEvidence obituaries;
    private final DatabaseThread renewals = new DatabaseThread("renewals");
    private final DatabaseThread requests = new DatabaseThread("requests");
    private final DatabaseThread announcements = new DatabaseThread("announcements");
    private final RecordPoller lookout;
    private final LeaseRoster roster;

    private LeaseBackend(ObjectStore store, ObjectStore bulletin, LeaseOptions options, BatonClock clock) {
        this.store = store;
        this.bulletin = bulletin;
        this.options = options;
        this.clock = clock;
        this.records = new LeaseRecords(store);
        this.sightings = new LeaseTimers(clock);
        this.process = ThisProcess.mark(CommandHolds.usualFolder());
        this.obituaries = new LeaseDeathEvidence(process);
        this.lookout = new RecordPoller(this);
        this.roster = new LeaseRoster(bulletin, announcements, process);
    }

    /** Leases in the store with this URL; see {@link ObjectStore#open}. Nothing is connected yet. */
    public static LeaseBackend open(String storeUrl, LeaseOptions options, BatonClock clock) {
        StoreSettings settings = new StoreSettings(options.requestTimeout(), CONNECTIONS);
        ObjectStore store = ObjectStore.open(storeUrl, settings);
        // A process that is frozen inside a write keeps its file locked: what is said often, and is never needed for
        // safety, is said in a file of its own.
        ObjectStore bulletin =
                storeUrl.startsWith("sqlite:") ? ObjectStore.open(storeUrl + ".roster", settings) : store;
        return new LeaseBackend(store, bulletin, options, clock);
    }

    /**
     * Connects once, so that a store that will never do is refused now. One that cannot be reached at the moment
     * is no reason to fail.
     */
    LeaseBackend reached() {
        try {
            store.clockMillis();
        } catch (ConnectionException unreachable) {
            LOG.debug("{} is out of reach for now", describe(), unreachable);
        } catch (BatonException refused) {
            close();
            throw refused;
        }
        return this;
    }

    ObjectStore store() {
        return store;
    }

    /** Where the roster and control frames are. */
    ObjectStore bulletin() {
        return bulletin;
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

    LeaseTimers sightings() {
        return sightings;
    }

    HeldLeases holdings() {
        return holdings;
    }

    LeaseProcess process() {
        return process;
    }

    LeaseDecision.Obituaries obituaries() {
        return obituaries;
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
        return options.defaults();
    }

    @Override
    public String newInstanceId() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Contender contend(ContenderSettings contest) {
        Names.check("election", contest.election());
        Names.check("instance id", contest.instanceId());
        holds.prepare();
        LeaseContender contender = new LeaseContender(this, contest);
        lookout.add(contender);
        return contender;
    }

    void forget(LeaseContender contender) {
        lookout.remove(contender);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return renewals.ask(() -> new LeaseRenewal(this).of(claims)).exceptionally(failed -> {
            Map<Claim, RenewOutcome> unknown = new HashMap<>();
            claims.forEach(claim -> unknown.put(claim, new RenewOutcome.Unknown(explain(claim.election(), failed))));
            return unknown;
        });
    }

    /** Writes a lease of ours that somebody made unreadable again, in turn with the renewals. */
    void restore(String election) {
        renewals.run(() -> holdings.of(election).ifPresent(held -> new LeaseRenewal(this).restored(election, held)));
    }

    /** Keeps the history of an election bounded, when nothing more urgent is to be done. */
    void pruneLater(String election) {
        requests.run(() -> records.prune(election)).whenComplete((done, failed) -> {
            if (failed != null) {
                LOG.debug("the history of {} could not be pruned", election, failed);
            }
        });
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return requests.ask(() -> leader(election));
    }

    /** Who leads now: a lease that has run out by the database's clock, or whose process is gone, is nobody's. */
    Optional<LeaderInfo> leader(String election) {
        ElectionSnapshot standing = records.of(election);
        if (standing.lease().isEmpty() || standing.leaseRow().isEmpty()) {
            return Optional.empty();
        }
        LeaseRecord lease = standing.lease().get();
        StoredObject row = standing.leaseRow().get();
        boolean old = standing.clockMillis() - row.updatedAtMs() >= lease.ttl().toMillis();
        if (old || obituaries.isGone(lease.process())) {
            return Optional.empty();
        }
        long since = standing.epochRow().map(StoredObject::updatedAtMs).orElse(row.createdAtMs());
        Optional<String> url = lease.url().isEmpty() ? Optional.empty() : Optional.of(lease.url());
        return Optional.of(new LeaderInfo(election, lease.holder(), lease.epoch(), Instant.ofEpochMilli(since), url));
    }

    /** Those that were ever led, and those that somebody stands in. */
    @Override
    public CompletionStage<List<String>> elections() {
        return requests.ask(() -> {
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
        LeaseElectionWatch watch = new LeaseElectionWatch(Names.check("election", election), watcher, lookout);
        lookout.add(watch);
        return watch;
    }

    @Override
    public Duration watchStaleness() {
        return LeaseElectionWatch.STALENESS;
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Names.check("election", election);
        return requests.ask(() -> records.reignsAfter(election, 0).stream()
                .map(TenureRecord::reign)
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
        return holds.fresh(process);
    }

    Throwable explain(String election, Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        return new ConnectionException("election " + election + ": " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        lookout.close();
        roster.leave();
        requests.close();
        renewals.close();
        announcements.close();
        store.close();
        bulletin.close();
        CommandHolds.removeOf(process);
    }
}
