package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.RetryStrategy;
import dev.baton.Tenure;
import dev.baton.file.disk.DiskSync;
import dev.baton.file.disk.TenureJournal;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.record.LockRecord;
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
import dev.baton.spi.RunningCommand;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.StorePresence;
import dev.baton.support.text.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory as a store. All disk access runs on its own threads. */
final class FileBackend implements Backend, CommandRecords, StorePresence {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    static final Duration REQUEST_TIMEOUT = Duration.ofMillis(500);
    static final Duration POLL = Duration.ofSeconds(5);
    static final BackendDefaults DEFAULTS = new BackendDefaults(
            LockRecord.STALE_AFTER,
            LockRecord.STALE_AFTER,
            Duration.ofMillis(500),
            POLL,
            REQUEST_TIMEOUT,
            RetryStrategy.fixed(POLL));

    /** For two requests of the successor, one of which may be queued behind a renewal. */
    private static final Duration ATTEMPT_OVERHEAD = Duration.ofMillis(500);

    private final Path directory;
    private final DiskExecutors executors = DiskExecutors.create();
    private final LocalParticipants participants;
    private final OperationContext context;
    private final FileLeaderReader reader;
    private final FileRoster roster;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    private FileBackend(FileUrl url, BatonClock clock, DiskSync disk, Function<LocalParticipants, ProcessScope> join) {
        this.directory = url.directory();
        this.participants = new LocalParticipants(this);
        this.context = new OperationContext(
                clock,
                join.apply(participants),
                new LockFileTimers(clock),
                url.leadsOnUnreadable(),
                REQUEST_TIMEOUT,
                disk);
        this.reader = new FileLeaderReader(peers(), clock);
        this.roster = new FileRoster(peers(), clock, this);
    }

    static FileBackend open(FileUrl url, BatonClock clock) {
        return new FileBackend(
                url, clock, DiskSync.KERNEL, participants -> ProcessScope.join(url.directory(), participants));
    }

    /** Opens a backend that behaves as if it were in another process. */
    static FileBackend openIsolated(FileUrl url, BatonClock clock, ProcessScope scope) {
        return openIsolated(url, clock, DiskSync.KERNEL, scope);
    }

    /** Opens a backend that behaves as if it were in another process, on another disk. */
    static FileBackend openIsolated(FileUrl url, BatonClock clock, DiskSync disk, ProcessScope scope) {
        return new FileBackend(url, clock, disk, participants -> {
            scope.peers().add(participants);
            return scope;
        });
    }

    OperationContext context() {
        return context;
    }

    PeerProcesses peers() {
        return context.peers();
    }

    LocalParticipants participants() {
        return participants;
    }

    @Override
    public String describe() {
        return "file:" + directory;
    }

    @Override
    public BackendDefaults defaults() {
        return DEFAULTS;
    }

    @Override
    public String newInstanceId() {
        return ProcessHandle.current().pid() + "-" + System.nanoTime();
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        Names.check("election", settings.election());
        Names.check("instance id", settings.instanceId());
        FileContender contender = new FileContender(this, settings);
        participants.add(contender);
        return contender;
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        FileRenewals renewals = new FileRenewals(context, participants, claims);
        return submit(executors.renewals(), renewals::run).exceptionally(renewals::allUnknown);
    }

    @Override
    public int maxRenewalBatch() {
        return 1000;
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return submit(() -> reader.leaderOf(Names.check("election", election)));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return submit(reader::elections);
    }

    @Override
    public CompletionStage<Optional<String>> absence() {
        return submit(() -> Files.notExists(directory)
                ? Optional.of("the directory does not exist; the first candidate creates it")
                : Optional.empty());
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        FileElectionWatch watch = new FileElectionWatch(Names.check("election", election), watcher, reader, this);
        participants.add(watch);
        watch.checkSoon();
        try {
            peers().connectToPeers();
        } catch (IOException | RuntimeException failed) {
            warnOnce("mesh", "could not open sockets between processes; changes are found by polling", failed);
        }
        return watch;
    }

    @Override
    public Duration watchStaleness() {
        return POLL;
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Path path = context.layout().history(Names.check("election", election));
        return submit(() -> {
            context.layout().requireOwn();
            return new TenureJournal(path).tenures();
        });
    }

    @Override
    public FileRoster roster() {
        return roster;
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        Duration attempt = timing.requestTimeout().plus(ATTEMPT_OVERHEAD);
        Duration poll = POLL.plus(attempt);
        Duration stale = LockRecord.STALE_AFTER.plus(attempt);
        return new FailoverTimes(
                poll,
                stale,
                stale,
                poll,
                List.of(
                        "all candidates run on one machine and use one local file system with a working flock(2)",
                        "after a kill or a release, a notification makes the change take milliseconds; the figures are"
                                + " for a lost notification, when the poll every " + POLL.toMillis()
                                + " ms finds the change",
                        "the kernel frees a killed process's memory before its locks: add about 3 ms for 64 MB or"
                                + " 500 ms for 8 GB to kill, and the time until its command has ended",
                        "a frozen leader is replaced when its claim is older than "
                                + LockRecord.STALE_AFTER.toMillis() + " ms, unless it froze within the few"
                                + " microseconds in which it held the lock of the lock file; a command that still runs"
                                + " then is killed or waited for; if it cannot be killed, as in a paused container, no"
                                + " standby takes over until it has ended",
                        "partition means that the leader cannot write to the disk and a standby can",
                        "a standby is ready: healthy, not yielding, and no other standby has a higher priority"));
    }

    @Override
    public List<StoreCheck> selfTest() {
        return new FileSelfTest(context.layout(), context.clock()).run();
    }

    @Override
    public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        Optional<HeldClaim> held = context.claims()
                .of(election)
                .filter(claim -> claim.epoch() == epoch && claim.contender().isOf(this));
        return held.isEmpty()
                ? CompletableFuture.completedFuture(false)
                : submit(() -> new FileCommands(context).record(election, held.get(), command));
    }

    @Override
    public CompletionStage<Void> clear(String election, RunningCommand command) {
        return submit(() -> {
                    new FileCommands(context).clear(Names.check("election", election), command);
                    return true;
                })
                .thenAccept(done -> {});
    }

    @Override
    public void close() {
        participants.close();
        executors.close();
        roster.close();
        context.scope().leave(this, participants);
    }

    /** Runs the task on the threads for requests. The future fails if the task does or the backend is closed. */
    <T> CompletableFuture<T> submit(Callable<T> task) {
        return submit(executors.requests(), task);
    }

    <T> CompletableFuture<T> submit(Executor executor, Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                try {
                    result.complete(task.call());
                } catch (Throwable failed) {
                    // The caller must not wait for ever, even if the heap was full for a moment.
                    result.completeExceptionally(failed);
                }
            });
        } catch (RejectedExecutionException closed) {
            result.completeExceptionally(new IOException(describe() + " is closed", closed));
        } catch (VirtualMachineError notStarted) {
            // No thread, or no memory for it: the request failed like one that reached no disk.
            result.completeExceptionally(notStarted);
        }
        return result;
    }

    /** Runs the task on the threads for requests, unless the backend is closed. */
    void runSoon(Runnable task) {
        execute(executors.requests(), task);
    }

    /** Runs the task on the thread for periodic checks, unless the backend is closed. */
    void runPeriodicCheck(Runnable task) {
        execute(executors.watches(), task);
    }

    private void execute(Executor executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException closed) {
            LOG.trace("{} is closed", describe(), closed);
        }
    }

    void warnOnce(String topic, String message, Throwable cause) {
        if (warned.add(topic)) {
            LOG.warn("{}: {}: {}", describe(), message, cause.getMessage());
        }
    }
}
