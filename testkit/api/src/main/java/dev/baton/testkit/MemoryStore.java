package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.TransferRequest;
import dev.baton.spi.recipe.CommandRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * A store in memory: with claims, epochs, expiry, reservations, roster and watchers, but without durability. Each
 * {@link #open} acts as another process. Thread-safe.
 *
 * <pre>{@code
 * MemoryStore store = new MemoryStore();
 * Baton baton = Baton.builder().backend(store::open).connect();
 * store.breakDown();
 * }</pre>
 */
public final class MemoryStore {
    /** How long an unresponsive leader keeps its claim by default. */
    public static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration RESERVATION = Duration.ofSeconds(2);

    private final Map<String, MemoryElection> elections = new TreeMap<>();
    private final List<MemoryBackend> processes = new CopyOnWriteArrayList<>();
    private final Map<MemoryBackend, List<InstanceStatus>> roster = new HashMap<>();
    private final Duration claimTimeout;
    private volatile boolean broken;

    /** Creates a store with the default claim timeout. */
    public MemoryStore() {
        this(CLAIM_TIMEOUT);
    }

    /** Creates a store with the given claim timeout. */
    public MemoryStore(Duration claimTimeout) {
        this.claimTimeout = claimTimeout;
    }

    Duration claimTimeout() {
        return claimTimeout;
    }

    /** Opens a connection, as another process would. */
    public MemoryBackend open(BatonClock clock) {
        MemoryBackend process = new MemoryBackend(this, clock);
        processes.add(process);
        return process;
    }

    /** Makes every request fail until {@link #repair}. */
    public void breakDown() {
        broken = true;
    }

    /** Ends {@link #breakDown}. */
    public void repair() {
        broken = false;
    }

    /** Deletes the record of an election. The epoch stays, and so does the claim of a live leader. */
    public synchronized void deleteClaim(String election) {
        MemoryElection.Holder holder = get(election).holder;
        if (holder != null && holder.dead) {
            get(election).holder = null;
        }
    }

    synchronized AcquireOutcome acquire(
            MemoryBackend process, ContenderSettings settings, LiveCommandCheck liveCommands, long floor) {
        check();
        ClockReading before = process.clock.now();
        MemoryElection election = get(settings.election());
        MemoryElection.Holder holder = election.holder;
        long now = before.nanos();
        if (holder != null && holder.isAlive(now, claimTimeout) && !holder.isOwnedBy(process, settings)) {
            return new AcquireOutcome.HeldBy(
                    holder.process == process ? "(local)" : holder.instanceId,
                    holder.epoch,
                    Optional.of(holder.freeAfter(now, claimTimeout)));
        }
        if (election.isReservedAgainst(settings.instanceId(), now)) {
            return new AcquireOutcome.HeldBy(
                    election.reservedFor, election.epoch, Optional.of(Duration.ofNanos(election.reservedUntil - now)));
        }
        Optional<AcquireOutcome.HeldBy> delay = election.command.flatMap(
                running -> liveCommands.delay(running.holder(), running.epoch(), Optional.of(running.command())));
        if (delay.isPresent()) {
            return delay.get();
        }
        if (Math.max(election.epoch, floor) == Long.MAX_VALUE) {
            throw new IllegalStateException("no epoch is left for " + settings.election() + "; nothing was changed");
        }
        Instant since = Instant.ofEpochMilli(before.wallMillis());
        if (holder != null) {
            election.end(since, EndReason.TAKEN_OVER);
        }
        election.epoch = Math.max(election.epoch, floor) + 1;
        election.holder = new MemoryElection.Holder(process, settings, election.epoch, now, since);
        election.reservedFor = "";
        election.tenures.add(
                new Tenure(election.epoch, settings.instanceId(), since, Optional.empty(), Optional.empty()));
        election.notifyWatchers(Optional.of(election.holder.leader(settings.election())));
        return new AcquireOutcome.Won(new Claim(settings.election(), settings.instanceId(), election.epoch, before));
    }

    synchronized RenewOutcome renew(MemoryBackend process, Claim claim) {
        check();
        ClockReading before = process.clock.now();
        MemoryElection.Holder holder = get(claim.election()).holder;
        if (holder == null || !holder.matches(process, claim)) {
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        holder.renewedAt = before.nanos();
        return new RenewOutcome.Renewed(before);
    }

    synchronized boolean record(MemoryBackend process, String name, long epoch, RunningCommand command) {
        check();
        MemoryElection election = get(name);
        MemoryElection.Holder holder = election.holder;
        if (holder == null || holder.dead || holder.process != process || holder.epoch != epoch) {
            return false;
        }
        election.command = Optional.of(new CommandRecord(command, epoch, holder.instanceId));
        return true;
    }

    void clear(String name, RunningCommand command) {
        synchronized (this) {
            check();
            MemoryElection election = get(name);
            election.command =
                    election.command.filter(recorded -> !recorded.command().equals(command));
        }
        signal(name);
    }

    ReleaseOutcome release(MemoryBackend process, Claim claim, ReleaseRequest request) {
        synchronized (this) {
            check();
            MemoryElection election = get(claim.election());
            MemoryElection.Holder holder = election.holder;
            if (holder == null || !holder.matches(process, claim)) {
                return new ReleaseOutcome.NotOurs();
            }
            ClockReading now = process.clock.now();
            request.successor().ifPresent(name -> election.reserve(name, now.nanos() + RESERVATION.toNanos()));
            election.end(Instant.ofEpochMilli(now.wallMillis()), request.reason());
            election.notifyWatchers(Optional.empty());
        }
        signal(claim.election());
        return new ReleaseOutcome.Released();
    }

    void withdraw(MemoryBackend process, ContenderSettings settings) {
        synchronized (this) {
            MemoryElection election = get(settings.election());
            MemoryElection.Holder holder = election.holder;
            if (holder == null || !holder.isOwnedBy(process, settings)) {
                return;
            }
            election.end(Instant.ofEpochMilli(process.clock.wallMillis()), EndReason.SESSION_CLOSED);
            election.notifyWatchers(Optional.empty());
        }
        signal(settings.election());
    }

    /** Removes a process that ended: its claims are free at once, and the others are signalled. */
    void remove(MemoryBackend process) {
        processes.remove(process);
        List<String> freed = new ArrayList<>();
        synchronized (this) {
            roster.remove(process);
            elections.forEach((name, election) -> {
                MemoryElection.Holder holder = election.holder;
                if (holder != null && holder.process == process) {
                    holder.dead = true;
                    freed.add(name);
                }
            });
        }
        freed.forEach(this::signal);
    }

    /** Returns the holder of an election, even if its claim has expired. */
    synchronized Optional<StoreHolder> holder(String election) {
        return Optional.ofNullable(get(election).holder)
                .filter(holder -> !holder.dead)
                .map(holder -> new StoreHolder(holder.instanceId, holder.epoch));
    }

    /** Returns a text that changes with every claim, renewal and release. */
    synchronized String state(String election) {
        MemoryElection.Holder holder = get(election).holder;
        return holder == null ? "free" : holder.epoch + " " + holder.renewedAt;
    }

    synchronized Optional<LeaderInfo> leader(String election, BatonClock clock) {
        check();
        return Optional.ofNullable(get(election).holder)
                .filter(holder -> holder.isAlive(clock.nanos(), claimTimeout))
                .map(holder -> holder.leader(election));
    }

    synchronized List<String> elections() {
        check();
        return List.copyOf(elections.keySet());
    }

    synchronized List<Tenure> history(String election) {
        check();
        return List.copyOf(get(election).tenures);
    }

    synchronized Registration watch(String election, LeaderWatcher watcher, BatonClock clock) {
        MemoryElection watched = get(election);
        watched.watchers.add(watcher);
        watcher.leaderChanged(leader(election, clock));
        return () -> watched.watchers.remove(watcher);
    }

    synchronized void announce(MemoryBackend process, List<InstanceStatus> statuses) {
        check();
        roster.put(process, List.copyOf(statuses));
    }

    synchronized List<InstanceStatus> roster(BatonClock clock, Predicate<InstanceStatus> filter) {
        check();
        Instant oldest = Instant.ofEpochMilli(clock.wallMillis()).minus(Roster.maxAge());
        return roster.values().stream()
                .flatMap(List::stream)
                .filter(filter.and(status -> !status.timestamp().isBefore(oldest)))
                .toList();
    }

    void send(TransferRequest request) {
        check();
        processes.forEach(process -> process.signal(request.election(), signals -> signals.transferRequested(request)));
    }

    private void signal(String election) {
        processes.forEach(process -> process.signal(election, ContenderSignals::tryNow));
    }

    private MemoryElection get(String election) {
        return elections.computeIfAbsent(election, name -> new MemoryElection());
    }

    private void check() {
        if (broken) {
            throw new IllegalStateException("the memory store is not reachable");
        }
    }
}
