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
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.HolderDiagnostics;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.StoreCheck;
import dev.baton.support.text.Names;
import dev.baton.support.time.UnchangedTimer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The PostgreSQL backend: its sessions, and what they share. It opens each session with the first request that needs it.
 *
 * @param freeLocks for how long locks were seen free while their rows named the same unreleased leader
 */
record PostgresBackend(
        PostgresStore store,
        HeldLocks heldLocks,
        KnownEpochs knownEpochs,
        NotifyChannel notifications,
        UnchangedTimer<String, EpochRow.Version> freeLocks,
        LockThread lock,
        ControlThread control,
        EpochRaises raises,
        LockAttempts attempts,
        WaitingSessions waiters,
        PostgresRoster roster)
        implements Backend, CommandRecords, HolderDiagnostics {
    private static final Duration FIRST_CONTACT = Duration.ofSeconds(10);

    static PostgresBackend open(
            ConnectionFactory connections, PostgresOptions options, BatonClock clock, Set<Long> localKeys) {
        PostgresStore store = new PostgresStore(connections, options, clock, localKeys);
        HeldLocks heldLocks = new HeldLocks();
        KnownEpochs knownEpochs =
                new KnownEpochs(store.shown(), options.patience().toMillis());
        NotifyChannel notifications = new NotifyChannel();
        LockThread lock = new LockThread(store, heldLocks);
        ControlThread control = new ControlThread(store, notifications);
        LockAttempts attempts = new LockAttempts(clock, heldLocks, knownEpochs, lock);
        return new PostgresBackend(
                store,
                heldLocks,
                knownEpochs,
                notifications,
                new UnchangedTimer<>(),
                lock,
                control,
                new EpochRaises(control),
                attempts,
                new WaitingSessions(store, attempts),
                new PostgresRoster(store, lock, control));
    }

    /**
     * Connects once to refuse an unsuitable server early, and returns this backend. An unreachable server is not
     * refused: it may become reachable.
     */
    PostgresBackend checked() {
        try {
            control.submitRetrying(connection -> true).get(FIRST_CONTACT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            if (cause instanceof BatonException || (cause instanceof SQLException sql && SqlErrors.isRefusal(sql))) {
                close();
                throw SqlErrors.explain("cannot open a session", describe(), cause);
            }
        } catch (TimeoutException unreachable) {
            return this;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return this;
    }

    /** Returns for how long this process has seen the lock free while the row named the same unreleased leader. */
    Duration freeFor(EpochRow row) {
        return freeLocks.observe(row.election(), row.version(), store.clock().nanos());
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
        return store.options().timing();
    }

    @Override
    public String newInstanceId() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        Names.check("election", settings.election());
        Names.check("instance id", settings.instanceId());
        store.bind(settings.election());
        PostgresContender contender = new PostgresContender(this, settings);
        notifications.contenders().add(contender);
        control.listen();
        return contender;
    }

    void remove(PostgresContender contender) {
        notifications.contenders().remove(contender);
        waiters.forget(contender);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return new PostgresRenewal(this, claims).run();
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return control.submitRetrying(connection -> PostgresLeaderReader.leader(connection, election));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return control.submitRetrying(PostgresLeaderReader::elections);
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        PostgresElectionWatch watch =
                new PostgresElectionWatch(Names.check("election", election), watcher, control, notifications);
        notifications.watches().add(watch);
        control.listen();
        watch.refresh();
        return watch;
    }

    @Override
    public Duration watchStaleness() {
        return PostgresElectionWatch.STALENESS;
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Names.check("election", election);
        return control.submitRetrying(connection -> PostgresLeaderReader.history(connection, election));
    }

    @Override
    public CompletionStage<List<String>> explain(String election) {
        Names.check("election", election);
        return control.submitRetrying(connection -> PostgresLeaderReader.explain(
                connection, election, store.options().keysOf(election)));
    }

    @Override
    public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        return new CommandColumn(this, election).record(epoch, command);
    }

    @Override
    public CompletionStage<Void> clear(String election, RunningCommand command) {
        return new CommandColumn(this, election).clear(command);
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
        roster.remove();
        control.close();
    }
}
