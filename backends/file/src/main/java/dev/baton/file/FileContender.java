package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.ConnectionException;
import dev.baton.LockException;
import dev.baton.file.disk.TenureJournal;
import dev.baton.file.posix.FileBusyException;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.JournalEntry;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One candidate of the file backend. Its requests are answered one after the other. */
final class FileContender implements Contender {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final FileBackend backend;
    private final ContenderSettings contest;
    private final AtomicLong withdrawals = new AtomicLong();
    private volatile String blockedBy = "";
    private String wokenFor = "";
    private volatile boolean complained;
    private volatile boolean unconfirmed;

    FileContender(FileBackend backend, ContenderSettings contest) {
        this.backend = backend;
        this.contest = contest;
    }

    boolean isOf(FileBackend owner) {
        return backend == owner;
    }

    String election() {
        return contest.election();
    }

    String instanceId() {
        return contest.instanceId();
    }

    String url() {
        return contest.url();
    }

    ContenderSignals signals() {
        return contest.signals();
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        long asked = withdrawals.get();
        return backend.work(() -> tryToAcquire(floor, asked), cause -> new AcquireOutcome.Unknown(explain(cause)));
    }

    private synchronized AcquireOutcome tryToAcquire(long floor, long asked) {
        if (withdrawals.get() != asked) {
            return withdrawn();
        }
        blockedBy = "";
        FileAcquisition acquisition = new FileAcquisition(backend.surroundings(), this);
        ClockReading countsFrom = backend.surroundings().clock().now();
        AcquireOutcome outcome;
        try {
            backend.neighbourhood().standUp();
            outcome = acquisition.attempt(floor);
        } catch (FileBusyException busy) {
            return new AcquireOutcome.Unknown(explain(busy));
        } catch (IOException | RuntimeException | LinkageError failed) {
            if (!backend.surroundings().leadsOnUnreadable()) {
                return new AcquireOutcome.Unknown(explain(failed));
            }
            outcome = acquisition.unconfirmed(countsFrom);
        }
        if (outcome instanceof AcquireOutcome.Won won) {
            unconfirmed = won.claim().epoch() == 0;
        }
        if (outcome instanceof AcquireOutcome.Won && withdrawals.get() != asked) {
            dropEverything();
            return withdrawn();
        }
        String process = blockedBy;
        // Its end may have been told while this attempt was under way; once is enough, or it would never rest.
        if (!process.isEmpty() && !backend.neighbourhood().isListeningTo(process) && !process.equals(wokenFor)) {
            wokenFor = process;
            signals().tryNow();
        }
        return outcome;
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return backend.renew(List.of(claim))
                .thenApply(outcomes ->
                        outcomes.getOrDefault(claim, new RenewOutcome.Unknown(explain(new IOException("no answer")))));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure) {
        if (claim.epoch() == 0) {
            boolean led = unconfirmed;
            unconfirmed = false;
            return CompletableFuture.completedFuture(
                    led ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOurs());
        }
        return backend.work(() -> giveBack(claim, departure), cause -> new ReleaseOutcome.Unknown(explain(cause)));
    }

    private synchronized ReleaseOutcome giveBack(Claim claim, ReleaseRequest departure) {
        try {
            return new FileRelease(backend.surroundings(), this).release(claim.epoch(), departure);
        } catch (IOException | RuntimeException | LinkageError failed) {
            return new ReleaseOutcome.Unknown(explain(failed));
        }
    }

    @Override
    public CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        return backend.<Boolean>work(this::dropEverything, cause -> false).thenAccept(dropped -> {});
    }

    /** Touches the store only where this process ever asked for a claim. */
    private synchronized boolean dropEverything() {
        if (!backend.neighbourhood().isStanding()) {
            return false;
        }
        try {
            new FileRelease(backend.surroundings(), this).releaseAnything();
            return true;
        } catch (IOException | RuntimeException failed) {
            LOG.debug("election={} could not drop the claim; it runs out", election(), failed);
            return false;
        }
    }

    @Override
    public void close() {
        backend.forget(this);
    }

    boolean isBlockedByProcess(String process) {
        return blockedBy.equals(process);
    }

    void isBlockedBy(String process) {
        blockedBy = process;
    }

    /** Two live processes under one instance id is a mistake of whoever started them; said once. */
    void complainIfSameId(ClaimOwner holder, ClaimOwner us) {
        boolean sameId =
                holder.instanceId().equals(us.instanceId()) && !holder.process().equals(us.process());
        if (sameId && !complained) {
            complained = true;
            LOG.error(
                    "election={} two live processes call themselves {}: pid {} holds the claim and pid {} wants it;"
                            + " give each its own instance id",
                    election(),
                    us.instanceId(),
                    holder.pid(),
                    us.pid());
        }
    }

    void noteInJournal(TenureJournal journal, List<JournalEntry> entries) {
        try {
            journal.append(entries);
        } catch (IOException failed) {
            backend.warnOnce(
                    "journal", "could not write the history; elections go on, observers may miss a reign", failed);
        }
    }

    Throwable explain(Throwable cause) {
        String where = "election " + election() + " in " + backend.describe() + ": " + cause.getMessage();
        return cause instanceof FileBusyException
                ? new LockException(where, cause)
                : new ConnectionException(where, cause);
    }

    private AcquireOutcome withdrawn() {
        return new AcquireOutcome.Unknown(
                new LockException("election " + election() + ": the candidate withdrew while it was asking"));
    }
}
