package dev.baton.postgres;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.HolderDiagnostics;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.StoreCheck;
import dev.baton.support.text.Names;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A PostgreSQL database as a store. Nothing is connected before somebody asks for something. */
public final class PostgresBackend implements Backend, HolderDiagnostics {
    private final Store store;
    private final Holds holds = new Holds();
    private final Bulletin bulletin = new Bulletin();
    private final Map<String, Boolean> boundNames = new ConcurrentHashMap<>();
    private final Sightings sightings;
    private final LockLane lock;
    private final ControlLane control;
    private final Raises raises;
    private final Tries tries;
    private final Proofs proofs;
    private final Waiters waiters;
    private final PostgresRoster roster;

    private PostgresBackend(Store store) {
        this.store = store;
        this.sightings = new Sightings(store.clock());
        this.lock = new LockLane(store, holds);
        this.control = new ControlLane(store, bulletin);
        this.raises = new Raises(control);
        this.tries = new Tries(store.clock(), holds, lock);
        this.proofs = new Proofs(store, lock);
        this.waiters = new Waiters(store, tries);
        this.roster = new PostgresRoster(store, lock, control);
    }

    /**
     * A store over connections that the caller makes.
     *
     * @param shown the store in words that are safe to log
     */
    public static PostgresBackend over(
            ConnectionFactory connections, PostgresOptions options, String shown, BatonClock clock) {
        return new PostgresBackend(new Store(connections, options, shown, clock, LocalProcesses.ofThisJvm()));
    }

    static PostgresBackend open(PostgresUrl url, BatonClock clock, LocalProcesses local) {
        return new PostgresBackend(new Store(new DriverConnections(url), url.options(), url.shown(), clock, local));
    }

    /**
     * Connects once, so that a server that will never do is refused now. One that cannot be reached at the
     * moment is no reason to fail.
     */
    PostgresBackend reached() {
        try {
            control.ask(connection -> true).get(10, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            if (cause instanceof BatonException || (cause instanceof SQLException sql && Trouble.isRefusal(sql))) {
                close();
                throw Trouble.explain("no session", describe(), cause);
            }
        } catch (TimeoutException unreachable) {
            return this;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return this;
    }

    Store store() {
        return store;
    }

    Holds holds() {
        return holds;
    }

    Sightings sightings() {
        return sightings;
    }

    LockLane lock() {
        return lock;
    }

    ControlLane control() {
        return control;
    }

    Tries tries() {
        return tries;
    }

    Raises raises() {
        return raises;
    }

    Proofs proofs() {
        return proofs;
    }

    Waiters waiters() {
        return waiters;
    }

    @Override
    public String describe() {
        return store.shown();
    }

    @Override
    public String logTags(String election) {
        AdvisoryKeys keys = store.options().keysOf(election);
        return "key1=" + keys.key1() + " key2=" + keys.key2();
    }

    @Override
    public BackendDefaults defaults() {
        return store.options().defaults();
    }

    @Override
    public String newInstanceId() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Contender contend(ContenderSettings contest) {
        Names.check("election", contest.election());
        Names.check("instance id", contest.instanceId());
        bind(contest.election());
        PostgresContender contender = new PostgresContender(this, contest);
        bulletin.add(contender);
        control.listen();
        return contender;
    }

    /** Explicit keys are those of one election, whatever their number of candidates. */
    private void bind(String election) {
        if (store.options().keys().isEmpty()) {
            return;
        }
        synchronized (boundNames) {
            boundNames.putIfAbsent(election, true);
            if (boundNames.size() > 1) {
                boundNames.remove(election);
                String other = boundNames.keySet().iterator().next();
                throw new IllegalArgumentException("key1 and key2 bind one election, which is " + other + " here, not "
                        + election + ": connect once more, with other keys or without");
            }
        }
    }

    void forget(PostgresContender contender) {
        bulletin.remove(contender);
        waiters.forget(contender);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return new Renewal(this, claims).run();
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return control.ask(connection -> LeaderReader.leader(connection, election));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return control.ask(LeaderReader::elections);
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        ElectionWatch watch = new ElectionWatch(Names.check("election", election), watcher, control, bulletin);
        bulletin.add(watch);
        control.listen();
        watch.lookSoon();
        return watch;
    }

    @Override
    public Duration watchStaleness() {
        return ElectionWatch.STALENESS;
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Names.check("election", election);
        return control.ask(connection -> LeaderReader.history(connection, election));
    }

    @Override
    public CompletionStage<List<String>> explain(String election) {
        Names.check("election", election);
        return control.ask(connection ->
                LockTable.explain(connection, election, store.options().keysOf(election)));
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return WorstCases.of(timing, store.options());
    }

    @Override
    public List<StoreCheck> selfTest() {
        return new SelfTest(store).run();
    }

    @Override
    public void close() {
        waiters.close();
        lock.close();
        roster.leave();
        control.close();
    }
}
