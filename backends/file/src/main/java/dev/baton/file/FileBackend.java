package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.file.disk.TenureJournal;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.record.LockRecord;
import dev.baton.internal.retry.FixedInterval;
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
import dev.baton.spi.TransferRequest;
import dev.baton.support.text.Names;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory as a store. Everything that touches the disk runs on threads of its own. */
final class FileBackend implements Backend, ProcessHolds {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    static final Duration REQUEST_TIMEOUT = Duration.ofMillis(500);
    static final Duration POLL = Duration.ofSeconds(5);
    static final BackendDefaults DEFAULTS = new BackendDefaults(
            LockRecord.STALE_AFTER,
            LockRecord.STALE_AFTER,
            Duration.ofMillis(500),
            POLL,
            REQUEST_TIMEOUT,
            new FixedInterval(POLL));

    private final Path directory;
    private final BatonClock clock;
    private final DiskExecutors lanes = new DiskExecutors();
    private final LocalParticipants callers;
    private final ProcessScope household;
    private final OperationContext surroundings;
    private final FileLeaderReader reader;
    private final FileRoster roster;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    private FileBackend(FileUrl url, BatonClock clock, Function<LocalParticipants, ProcessScope> join) {
        this.directory = url.directory();
        this.clock = clock;
        this.callers = new LocalParticipants(this);
        this.household = join.apply(callers);
        PeerProcesses neighbourhood = household.neighbourhood();
        this.surroundings = new OperationContext(
                clock, household, new LockFileTimers(clock), url.leadsOnUnreadable(), REQUEST_TIMEOUT);
        this.reader = new FileLeaderReader(neighbourhood, clock);
        this.roster = new FileRoster(neighbourhood, clock, this);
    }

    static FileBackend open(FileUrl url, BatonClock clock) {
        return new FileBackend(url, clock, callers -> ProcessScope.join(url.directory(), callers));
    }

    /** A backend that behaves as if it were in another process. */
    static FileBackend openApart(FileUrl url, BatonClock clock, ProcessScope apart) {
        return new FileBackend(url, clock, callers -> {
            apart.neighbourhood().moveIn(callers);
            return apart;
        });
    }

    OperationContext surroundings() {
        return surroundings;
    }

    ProcessScope household() {
        return household;
    }

    PeerProcesses neighbourhood() {
        return household.neighbourhood();
    }

    FileLeaderReader reader() {
        return reader;
    }

    FileRoster fileRoster() {
        return roster;
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
    public Contender contend(ContenderSettings contest) {
        Names.check("election", contest.election());
        Names.check("instance id", contest.instanceId());
        FileContender contender = new FileContender(this, contest);
        callers.add(contender);
        return contender;
    }

    void forget(FileContender contender) {
        callers.remove(contender);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        FileRenewals renewals = new FileRenewals(surroundings, callers, claims);
        return submit(lanes.renewing(), renewals::run, renewals::allUnknown);
    }

    @Override
    public int maxRenewalBatch() {
        return 1000;
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return ask(() -> reader.leaderOf(Names.check("election", election)));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return ask(reader::elections);
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        FileElectionWatch watch = new FileElectionWatch(Names.check("election", election), watcher, reader, this);
        callers.add(watch);
        watch.lookSoon();
        listenToOthers();
        return watch;
    }

    void forget(FileElectionWatch watch) {
        callers.remove(watch);
    }

    @Override
    public Duration watchStaleness() {
        return POLL;
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Path path = neighbourhood().layout().history(Names.check("election", election));
        return ask(() -> new TenureJournal(path).reigns());
    }

    @Override
    public Roster roster() {
        return roster;
    }

    void requests(List<TransferRequest> frames) {
        frames.forEach(callers::requested);
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return FileFailoverTimes.of(timing);
    }

    @Override
    public List<StoreCheck> selfTest() {
        return new FileSelfTest(neighbourhood().layout(), clock).run();
    }

    @Override
    public Path newHold() {
        try {
            return neighbourhood().newHold();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        callers.close();
        lanes.close();
        roster.close();
        household.leave(this, callers);
    }

    /** Runs it on the threads for requests; a failure becomes an answer. */
    <T> CompletableFuture<T> work(Callable<T> task, Function<Throwable, T> failed) {
        return submit(lanes.working(), task, failed);
    }

    /** Runs it on the threads for requests; completes exceptionally when it fails. */
    <T> CompletableFuture<T> ask(Callable<T> task) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        execute(
                lanes.working(),
                () -> {
                    try {
                        answer.complete(task.call());
                    } catch (Exception | LinkageError failed) {
                        answer.completeExceptionally(failed);
                    }
                },
                answer::completeExceptionally);
        return answer;
    }

    /** Runs it on the threads for requests, unless the backend is closed. */
    void soon(Runnable task) {
        execute(lanes.working(), task, closed -> {});
    }

    /** Runs it on the thread for regular looks, unless the backend is closed. */
    void inTurn(Runnable task) {
        execute(lanes.watching(), task, closed -> {});
    }

    void warnOnce(String about, String message, Throwable cause) {
        if (warned.add(about)) {
            LOG.warn("{}: {}: {}", describe(), message, cause.getMessage());
        }
    }

    private <T> CompletableFuture<T> submit(Executor lane, Callable<T> task, Function<Throwable, T> failed) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        execute(
                lane,
                () -> {
                    try {
                        answer.complete(task.call());
                    } catch (Exception | LinkageError unexpected) {
                        answer.complete(failed.apply(unexpected));
                    }
                },
                refused -> answer.complete(failed.apply(refused)));
        return answer;
    }

    private void execute(Executor lane, Runnable task, Consumer<Throwable> refused) {
        try {
            lane.execute(task);
        } catch (RejectedExecutionException closed) {
            refused.accept(new IOException(describe() + " is closed", closed));
        }
    }

    private void listenToOthers() {
        try {
            neighbourhood().listenToOthers();
        } catch (IOException | RuntimeException failed) {
            warnOnce("mesh", "no sockets between processes, changes are found by polling", failed);
        }
    }
}
