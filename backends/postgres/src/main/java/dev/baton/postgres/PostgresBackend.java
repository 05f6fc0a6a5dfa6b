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
    private final PostgresStore store;
    private final HeldLocks holds = new HeldLocks();
    private final NotifyChannel bulletin = new NotifyChannel();
    private final Map<String, Boolean> boundNames = new ConcurrentHashMap<>();
    private final FreeLockTimers sightings;
    private final LockThread lock;
    private final ControlThread control;
    private final EpochRaises raises;
    private final LockAttempts tries;
    private final ClaimProofs proofs;
    private final WaitingSessions waiters;
    private final PostgresRoster roster;

    private PostgresBackend(PostgresStore store) {
        this.store = store;
        this.sightings = new FreeLockTimers(store.clock());
        this.lock = new LockThread(store, holds);
        this.control = new ControlThread(store, bulletin);
        this.raises = new EpochRaises(control);
        this.tries = new LockAttempts(store.clock(), holds, lock);
        this.proofs = new ClaimProofs(store, lock);
        this.waiters = new WaitingSessions(store, tries);
        this.roster = new PostgresRoster(store, lock, control);
    }

    /**
     * A store over connections that the caller makes.
     *
     * @param shown the store in words that are safe to log
     */
    public static PostgresBackend over(
            ConnectionFactory connections, PostgresOptions options, String shown, BatonClock clock) {
        return new PostgresBackend(
                new PostgresStore(connections, options, shown, clock, LocalLivenessKeys.ofThisJvm()));
    }

    static PostgresBackend open(PostgresUrl url, BatonClock clock, LocalLivenessKeys local) {
        return new PostgresBackend(
                new PostgresStore(new DriverConnections(url), url.options(), url.shown(), clock, local));
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
            if (cause instanceof BatonException || (cause instanceof SQLException sql && SqlErrors.isRefusal(sql))) {
                close();
                throw SqlErrors.explain("no session", describe(), cause);
            }
        } catch (TimeoutException unreachable) {
            return this;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return this;
    }

    PostgresStore store() {
        return store;
    }

    HeldLocks holds() {
        return holds;
    }

    FreeLockTimers sightings() {
        return sightings;
    }

    LockThread lock() {
        return lock;
    }

    ControlThread control() {
        return control;
    }

    LockAttempts tries() {
        return tries;
    }

    EpochRaises raises() {
        return raises;
    }

    ClaimProofs proofs() {
        return proofs;
    }

    WaitingSessions waiters() {
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
        return new PostgresRenewal(this, claims).run();
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return control.ask(connection -> PostgresLeaderReader.leader(connection, election));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return control.ask(PostgresLeaderReader::elections);
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        PostgresElectionWatch watch =
                new PostgresElectionWatch(Names.check("election", election), watcher, control, bulletin);
        bulletin.add(watch);
        control.listen();
        watch.lookSoon();
        return watch;
    }

    @Override
    public Duration watchStaleness() {
        return PostgresElectionWatch.STALENESS;
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Names.check("election", election);
        return control.ask(connection -> PostgresLeaderReader.history(connection, election));
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
        return PostgresFailoverTimes.of(timing, store.options());
    }

    @Override
    public List<StoreCheck> selfTest() {
        return new PostgresSelfTest(store).run();
    }

    @Override
    public void close() {
        waiters.close();
        lock.close();
        roster.leave();
        control.close();
    }
}
