package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.ConnectionException;
import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.posix.FileBusyException;
import dev.baton.file.process.WakeupMessage;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** One candidate of the file backend. It handles one request at a time. */
final class FileContender implements Contender {

    /**
     * One call of {@link #acquire}.
     *
     * @param number grows with every call
     * @param withdrawalsBefore the number of withdrawals before the call; a higher number ends the attempt
     */
    private record Attempt(long number, long withdrawalsBefore) {}

    private final FileBackend backend;
    private final OperationContext context;
    private final ContenderSettings settings;
    private final LiveCommandCheck liveCommands;
    private final CommandWatch commandWatch = new CommandWatch();
    private final AtomicLong withdrawals = new AtomicLong();
    private final AtomicLong attempts = new AtomicLong();
    private Attempt latestRun = new Attempt(0, 0);
    private volatile String blockedBy = "";
    private String retriedFor = "";
    private volatile boolean duplicateIdLogged;
    private volatile boolean unconfirmed;

    FileContender(FileBackend backend, ContenderSettings settings) {
        this.backend = backend;
        this.context = backend.context();
        this.settings = settings;
        this.liveCommands = new LiveCommandCheck(settings, context.clock()::nanos);
    }

    boolean isOf(FileBackend owner) {
        return backend == owner;
    }

    String election() {
        return settings.election();
    }

    String instanceId() {
        return settings.instanceId();
    }

    String url() {
        return settings.url();
    }

    ClaimOwner owner() {
        return context.peers().self().owner(instanceId());
    }

    ContenderSignals signals() {
        return settings.signals();
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        Attempt attempt = new Attempt(attempts.incrementAndGet(), withdrawals.get());
        CompletableFuture<AcquireOutcome> reply = backend.submit(() -> tryToAcquire(floor, attempt))
                .exceptionally(cause -> new AcquireOutcome.Unknown(explain(cause)));
        // What is registered first runs last: the candidate does not wait until the other processes are notified.
        reply.thenAccept(this::publish);
        return reply;
    }

    private void publish(AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Won won && won.claim().epoch() > 0) {
            long epoch = won.claim().epoch();
            context.peers().publish(new WakeupMessage(WakeupMessage.Kind.ACQUIRED, election(), epoch, ""));
        }
    }

    private synchronized AcquireOutcome tryToAcquire(long floor, Attempt attempt) {
        // The threads may run two attempts in the other order. The result of the later one is what counts.
        if (isWithdrawn(attempt) || attempt.number() < latestRun.number()) {
            return superseded();
        }
        latestRun = attempt;
        blockedBy = "";
        FileAcquisition acquisition = new FileAcquisition(context, this);
        ClockReading countsFrom = context.clock().now();
        AcquireOutcome outcome;
        try {
            context.peers().register();
            outcome = acquisition.attempt(floor);
        } catch (IOException | RuntimeException | LinkageError failed) {
            if (failed instanceof FileBusyException || !context.leadsOnUnreadable()) {
                return new AcquireOutcome.Unknown(explain(failed));
            }
            outcome = acquisition.unconfirmed(countsFrom);
        }
        if (outcome instanceof AcquireOutcome.Won won) {
            unconfirmed = won.claim().epoch() == 0;
            if (isWithdrawn(attempt)) {
                releaseLeftovers();
                return superseded();
            }
        }
        retryIfBlockerEnded(blockedBy);
        return outcome;
    }

    /** Returns the withdrawals before the attempt that is running. */
    synchronized long withdrawalsBeforeAttempt() {
        return latestRun.withdrawalsBefore();
    }

    private boolean isWithdrawn(Attempt attempt) {
        return withdrawals.get() != attempt.withdrawalsBefore();
    }

    /** The blocking process may have ended during this attempt. Retries once per process, to avoid a busy loop. */
    private void retryIfBlockerEnded(String process) {
        if (!process.isEmpty() && !context.peers().watchForEnd(process) && !process.equals(retriedFor)) {
            retriedFor = process;
            signals().tryNow();
        }
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return backend.renew(List.of(claim))
                .thenApply(outcomes ->
                        outcomes.getOrDefault(claim, new RenewOutcome.Unknown(explain(new IOException("no answer")))));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        if (claim.epoch() == 0) {
            boolean led = unconfirmed;
            unconfirmed = false;
            return CompletableFuture.completedFuture(
                    led ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOurs());
        }
        return backend.submit(() -> release(claim.epoch(), request))
                .exceptionally(cause -> new ReleaseOutcome.Unknown(explain(cause)));
    }

    private synchronized ReleaseOutcome release(long epoch, ReleaseRequest request) throws IOException {
        return new FileRelease(context, this).release(Optional.of(epoch), request);
    }

    @Override
    public CompletionStage<Void> withdraw() {
        long number = withdrawals.incrementAndGet();
        return backend.submit(() -> releaseBefore(number))
                .exceptionally(failed -> false)
                .thenAccept(released -> {});
    }

    /** Releases what attempts before the withdrawal left. A later attempt may have run first: its claim is kept. */
    synchronized boolean releaseBefore(long withdrawal) {
        boolean isLater = context.claims()
                .of(election())
                .filter(held -> held.contender() == this && held.withdrawalsBefore() >= withdrawal)
                .isPresent();
        return !isLater && releaseLeftovers();
    }

    /** Accesses the store only if this process has tried to acquire before. */
    private synchronized boolean releaseLeftovers() {
        if (!context.peers().isRegistered()) {
            return false;
        }
        try {
            new FileRelease(context, this).release(Optional.empty(), ReleaseRequest.of(EndReason.SESSION_CLOSED));
            return true;
        } catch (IOException | RuntimeException failed) {
            FileBackend.LOG.debug("election={} could not release the claim; it expires", election(), failed);
            return false;
        }
    }

    @Override
    public void close() {
        // An attempt that is still queued must not leave a claim that nobody knows.
        withdrawals.incrementAndGet();
        backend.participants().remove(this);
    }

    /** Returns the refusal while the command of this tenure runs. Its end causes the next attempt. */
    Optional<AcquireOutcome.HeldBy> delayForCommand(EpochState last) {
        Optional<AcquireOutcome.HeldBy> delay =
                liveCommands.delay(last.holder().instanceId(), last.epoch(), last.command());
        if (delay.isPresent()) {
            last.command().ifPresent(command -> commandWatch.watch(command, signals()::tryNow));
        }
        return delay;
    }

    boolean isBlockedBy(String process) {
        return blockedBy.equals(process);
    }

    void setBlockedBy(String process) {
        blockedBy = process;
    }

    /** Logs once that two live processes use the same instance id, which is a configuration error. */
    void logDuplicateId(ClaimOwner holder, ClaimOwner self) {
        boolean sameId = holder.instanceId().equals(self.instanceId())
                && !holder.process().equals(self.process());
        if (sameId && !duplicateIdLogged) {
            duplicateIdLogged = true;
            FileBackend.LOG.error(
                    "election={} instance id {} is used by two live processes: pid {} holds the claim, pid {} tried to"
                            + " acquire it; give each process its own instance id",
                    election(),
                    self.instanceId(),
                    holder.pid(),
                    self.pid());
        }
    }

    /** Observers need the journal, candidates do not: a failure, such as a full disk, is only logged. */
    void appendToJournal(CriticalSection section, List<JournalEntry> entries) {
        try {
            section.appendToJournal(entries);
        } catch (IOException failed) {
            backend.warnOnce(
                    "journal", "could not write the history; elections continue, observers may miss a tenure", failed);
        }
    }

    private Throwable explain(Throwable cause) {
        return cause instanceof FileBusyException
                ? new LockException(context.message(election(), cause), cause)
                : new ConnectionException(context.message(election(), cause), cause);
    }

    private AcquireOutcome superseded() {
        return new AcquireOutcome.Unknown(new LockException(
                "election " + election() + ": the candidate withdrew or tried again during the attempt"));
    }
}
