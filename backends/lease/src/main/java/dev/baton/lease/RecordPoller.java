package dev.baton.lease;

import dev.baton.EndReason;
import dev.baton.spi.TransferRequest;
import dev.baton.store.WatchedSessions;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread that reads the records of all candidates and observers of this process in one round trip, after every
 * notification and at regular intervals. Several times a second it checks whether the leaders on this host still run. It
 * only makes attempts happen sooner; safety does not depend on it.
 */
final class RecordPoller implements AutoCloseable {
    /** How often the leaders' processes are checked. */
    static final Duration EVIDENCE = Duration.ofMillis(100);

    /** The pause after a poll, per election: ten thousand elections must not use a whole core. */
    private static final long PAUSE_NANOS = 50_000;

    private static final int FEW_CANDIDATES = 256;
    /** The delay after a failed poll: a release that was notified must not wait for the regular interval. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final LeaseContext context;
    private final CopyOnWriteArrayList<LeaseContender> contenders = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<LeaseElectionWatch> watches = new CopyOnWriteArrayList<>();
    private final Map<LeaseContender, String> signalled = new HashMap<>();
    private final Map<String, LeaseProcess> holders = new HashMap<>();
    private final WatchedSessions sessions = new WatchedSessions();
    private final LeaseRoster roster;
    private @Nullable Thread thread;
    private Optional<AutoCloseable> listening = Optional.empty();
    private boolean changed;
    private boolean closed;

    // Only for the poller's thread.
    private long dueAt;
    private long pollAt;
    private long retryAfter;

    RecordPoller(LeaseContext context, LeaseRoster roster) {
        this.context = context;
        this.roster = roster;
    }

    void add(LeaseContender contender) {
        contenders.add(contender);
        start();
    }

    void remove(LeaseContender contender) {
        contenders.remove(contender);
        if (contenders.stream().noneMatch(other -> other.election().equals(contender.election()))) {
            context.timers().forget(contender.election());
        }
    }

    void add(LeaseElectionWatch watch) {
        watches.add(watch);
        start();
        notifyChange();
    }

    void remove(LeaseElectionWatch watch) {
        watches.remove(watch);
    }

    /** Notices the next change of this process's leaderships soon, if the store can tell. */
    void watch(LeaseProcess holder) {
        if (isOther(holder)) {
            sessions.add(holder.name());
        }
    }

    private boolean isOther(LeaseProcess holder) {
        return !holder.name().equals(context.process().name());
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            thread = NamedThreads.start("baton-lease-poller", this::run);
        }
    }

    /** Wakes the poller: a record may have changed. */
    synchronized void notifyChange() {
        changed = true;
        notifyAll();
    }

    private void run() {
        dueAt = System.nanoTime() + context.options().pollInterval().toNanos();
        pollAt = dueAt;
        LastingLoop.run("the record poller", this::round);
        stopListening();
    }

    /** Waits until a poll may be necessary, and polls. Returns false when the poller is closed. */
    private boolean round() throws InterruptedException {
        listen();
        if (!await(pollAt - System.nanoTime())) {
            return false;
        }
        if (takeChanged() || System.nanoTime() - pollAt >= 0 || holders.values().removeIf(context::hasEnded)) {
            // A poll that ends by an error is due again.
            pollAt = System.nanoTime();
            boolean due = pollAt - dueAt >= 0;
            boolean done = poll(due);
            long now = System.nanoTime();
            long pollInterval = context.options().pollInterval().toNanos();
            retryAfter = done ? 0 : Math.min(pollInterval, Math.max(RETRY_NANOS, 2 * retryAfter));
            dueAt = done && due ? now + pollInterval : dueAt;
            pollAt = done ? dueAt : now + retryAfter;
            pause(PAUSE_NANOS * contenders.size());
        }
        return true;
    }

    /** Listens for changes, from the first round on. */
    private void listen() {
        if (listening.isEmpty()) {
            AutoCloseable push = context.store().listen(this::notifyChange, sessions);
            synchronized (this) {
                listening = Optional.of(push);
                changed = true;
            }
        }
    }

    /**
     * Waits for a notification, for the next check of the leaders' processes, or until the given time has passed. Returns
     * false if the poller is closed.
     */
    private synchronized boolean await(long nanos) throws InterruptedException {
        long most = holders.isEmpty() ? nanos : Math.min(nanos, EVIDENCE.toNanos());
        if (!changed && most > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, most);
        }
        return !closed;
    }

    private synchronized boolean takeChanged() {
        boolean notified = changed;
        changed = false;
        return notified;
    }

    private synchronized void pause(long nanos) throws InterruptedException {
        long most = Math.min(nanos, TimeUnit.SECONDS.toNanos(1));
        long until = System.nanoTime() + most;
        for (long left = most; left > TimeUnit.MILLISECONDS.toNanos(1) && !closed; left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Reads all records, and returns whether that succeeded. */
    private boolean poll(boolean regular) {
        boolean done = true;
        try {
            Map<String, HeldLease> held = new HashMap<>();
            Set<String> elections = new HashSet<>();
            boolean few = contenders.size() <= FEW_CANDIDATES;
            for (LeaseContender contender : contenders) {
                Optional<HeldLease> own = context.heldLeases().of(contender.election());
                own.ifPresent(one -> held.put(contender.election(), one));
                // Renewals check our own leases too: a leader of thousands does not read them at every notification.
                if (regular || few || own.isEmpty() || own.get().contender() != contender) {
                    elections.add(contender.election());
                }
            }
            long reading = context.timers().startReading();
            Map<String, ElectionSnapshot> snapshots = context.records().of(elections);
            holders.clear();
            contenders.forEach(contender -> {
                ElectionSnapshot snapshot = snapshots.get(contender.election());
                if (snapshot != null) {
                    signal(contender, snapshot, reading, regular, Optional.ofNullable(held.get(contender.election())));
                }
            });
            signalled.keySet().retainAll(contenders);
            sessions.set(holders.keySet());
            if (!contenders.isEmpty()) {
                roster.takeNewRequests().forEach(this::forward);
            }
        } catch (RuntimeException failed) {
            // Attempts continue without the poller, and the next poll may succeed.
            LeaseBackend.LOG.debug("cannot read the records in {}; trying again", context.describe(), failed);
            done = false;
        }
        watches.forEach(watch -> watch.poll(regular));
        return done;
    }

    private void signal(
            LeaseContender contender,
            ElectionSnapshot snapshot,
            long reading,
            boolean regular,
            Optional<HeldLease> held) {
        if (held.isPresent() && held.get().contender() == contender) {
            LeaseRecord ours = held.get().lease();
            if (snapshot.leaseRow().isPresent() && snapshot.lease().isEmpty()) {
                new LeaseRenewal(context).restoreLater(contender.election());
            }
            if (!snapshot.isHeldBy(ours)
                    && context.heldLeases().of(contender.election()).equals(held)
                    && !contender.isReleasing(ours.epoch())) {
                contender.signals().claimGone(ours.epoch(), EndReason.TAKEN_OVER);
            }
            return;
        }
        snapshot.holder()
                .map(LeaseRecord::process)
                .filter(this::isOther)
                .ifPresent(holder -> holders.put(holder.name(), holder));
        if (contender.decide(snapshot, reading) instanceof LeaseDecision.Take) {
            // Once for each change, and again at every interval: an attempt may have failed, or its reply was lost.
            String fingerprint = snapshot.fingerprint();
            if (!fingerprint.equals(signalled.put(contender, fingerprint)) || regular) {
                contender.signals().tryNow();
            }
        }
    }

    private void forward(TransferRequest request) {
        contenders.stream()
                .filter(contender -> contender.election().equals(request.election()))
                .forEach(contender -> contender.signals().transferRequested(request));
    }

    private void stopListening() {
        Optional<AutoCloseable> push;
        synchronized (this) {
            push = listening;
        }
        try {
            if (push.isPresent()) {
                push.get().close();
            }
        } catch (Exception gone) {
            LeaseBackend.LOG.debug("cannot stop listening", gone);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        stopListening();
    }
}
