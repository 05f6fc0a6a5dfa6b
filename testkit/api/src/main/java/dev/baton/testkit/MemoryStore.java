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
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.TransferRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A store in memory: real claims, epochs, expiry, reservations, roster and watchers, no durability.
 * Thread-safe. Each {@link #open} is a process of its own.
 */
public final class MemoryStore {
    /** How long a silent holder keeps its claim. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration RESERVATION = Duration.ofSeconds(2);

    private final Map<String, MemoryElection> elections = new TreeMap<>();
    private final CopyOnWriteArrayList<MemoryBackend> processes = new CopyOnWriteArrayList<>();
    private final Map<MemoryBackend, List<InstanceStatus>> roster = new HashMap<>();
    private volatile boolean broken;

    /** A connection of one more process. */
    public MemoryBackend open(BatonClock clock) {
        MemoryBackend process = new MemoryBackend(this, clock);
        processes.add(process);
        return process;
    }

    /** Makes every request fail until {@link #repair}. */
    public void breakDown() {
        broken = true;
    }

    /** Answers again. */
    public void repair() {
        broken = false;
    }

    /** Removes the record of an election; the epoch stays, and so does the claim of a holder that lives. */
    public synchronized void deleteClaim(String election) {
        MemoryElection.Holder holder = named(election).holder;
        if (holder != null && holder.dead) {
            named(election).holder = null;
        }
    }

    synchronized AcquireOutcome acquire(MemoryBackend process, ContenderSettings contest, long floor) {
        check();
        ClockReading before = process.clock().now();
        MemoryElection election = named(contest.election());
        MemoryElection.Holder holder = election.holder;
        long now = before.nanos();
        if (holder != null && holder.isAlive(now, PATIENCE) && !holder.isOwnedBy(process, contest)) {
            return new AcquireOutcome.HeldBy(
                    holder.process == process ? "(local)" : holder.instanceId,
                    holder.epoch,
                    Optional.of(holder.freeAfter(now, PATIENCE)));
        }
        if (election.isReservedAgainst(contest.instanceId(), now)) {
            return new AcquireOutcome.HeldBy(
                    election.reservedFor, election.epoch, Optional.of(Duration.ofNanos(election.reservedUntil - now)));
        }
        if (holder != null) {
            election.close(holder, Instant.ofEpochMilli(before.wallMillis()), EndReason.TAKEN_OVER);
        }
        election.epoch = Math.max(election.epoch, floor) + 1;
        Instant since = Instant.ofEpochMilli(before.wallMillis());
        election.holder = new MemoryElection.Holder(process, contest, election.epoch, now, since);
        election.reservedFor = "";
        election.reigns.add(
                new Tenure(election.epoch, contest.instanceId(), since, Optional.empty(), Optional.empty()));
        election.tell(Optional.of(election.holder.leader(contest.election())));
        return new AcquireOutcome.Won(new Claim(contest.election(), contest.instanceId(), election.epoch, before));
    }

    synchronized RenewOutcome renew(MemoryBackend process, Claim claim) {
        check();
        ClockReading before = process.clock().now();
        MemoryElection.Holder holder = named(claim.election()).holder;
        if (holder == null || !holder.matches(process, claim)) {
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        holder.renewedAt = before.nanos();
        return new RenewOutcome.Renewed(before);
    }

    ReleaseOutcome release(MemoryBackend process, Claim claim, ReleaseRequest departure) {
        synchronized (this) {
            check();
            MemoryElection election = named(claim.election());
            MemoryElection.Holder holder = election.holder;
            if (holder == null || !holder.matches(process, claim)) {
                return new ReleaseOutcome.NotOurs();
            }
            ClockReading now = process.clock().now();
            departure.successor().ifPresent(name -> election.reserve(name, now.nanos() + RESERVATION.toNanos()));
            election.close(holder, Instant.ofEpochMilli(now.wallMillis()), departure.reason());
            election.holder = null;
            election.tell(Optional.empty());
        }
        signal(claim.election());
        return new ReleaseOutcome.Released();
    }

    void withdraw(MemoryBackend process, ContenderSettings contest) {
        synchronized (this) {
            MemoryElection election = named(contest.election());
            MemoryElection.Holder holder = election.holder;
            if (holder == null || !holder.isOwnedBy(process, contest)) {
                return;
            }
            election.close(holder, Instant.ofEpochMilli(process.clock().wallMillis()), EndReason.SESSION_CLOSED);
            election.holder = null;
            election.tell(Optional.empty());
        }
        signal(contest.election());
    }

    /** The process is gone: its claims are free at once, and the others hear of it. */
    void gone(MemoryBackend process) {
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

    synchronized Optional<LeaderInfo> leader(String election, BatonClock clock) {
        check();
        MemoryElection.Holder holder = named(election).holder;
        boolean leads = holder != null && holder.isAlive(clock.nanos(), PATIENCE);
        return leads && holder != null ? Optional.of(holder.leader(election)) : Optional.empty();
    }

    synchronized List<String> elections() {
        check();
        return List.copyOf(elections.keySet());
    }

    synchronized List<Tenure> history(String election) {
        check();
        return List.copyOf(named(election).reigns);
    }

    synchronized Registration watch(String election, LeaderWatcher watcher, BatonClock clock) {
        MemoryElection watched = named(election);
        watched.watchers.add(watcher);
        watcher.leaderChanged(leader(election, clock));
        return () -> watched.watchers.remove(watcher);
    }

    synchronized void announce(MemoryBackend process, List<InstanceStatus> frames) {
        check();
        roster.put(process, List.copyOf(frames));
    }

    synchronized List<InstanceStatus> roster(BatonClock clock) {
        check();
        Instant oldest = Instant.ofEpochMilli(clock.wallMillis() - 15_000);
        List<InstanceStatus> present = new ArrayList<>();
        roster.values()
                .forEach(frames -> frames.forEach(frame -> {
                    if (!frame.timestamp().isBefore(oldest)) {
                        present.add(frame);
                    }
                }));
        return present;
    }

    void send(TransferRequest frame) {
        check();
        processes.forEach(process -> process.transferRequested(frame));
    }

    private void signal(String election) {
        processes.forEach(process -> process.tryNow(election));
    }

    private MemoryElection named(String election) {
        return elections.computeIfAbsent(election, name -> new MemoryElection());
    }

    private void check() {
        if (broken) {
            throw new IllegalStateException("the memory store is broken down");
        }
    }
}
