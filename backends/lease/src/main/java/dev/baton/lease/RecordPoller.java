package dev.baton.lease;

import dev.baton.EndReason;
import dev.baton.spi.TransferRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The eye of a process that has candidates or observers: one thread that reads all records of interest in one
 * round trip, when the store announced something and every now and then anyway, and looks many times a second
 * whether the holders on this host still live. It only hastens what an attempt would find.
 */
final class RecordPoller implements AutoCloseable {
    private static final long DEATH_MILLIS = 100;
    /** After a look it rests for so long per election: ten thousand of them must not eat a core. */
    private static final long REST_NANOS = 50_000;

    private static final int FEW = 256;
    /** How soon it looks again after it could not: a release that it was told of must not wait for the next turn. */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final LeaseBackend backend;
    private final CopyOnWriteArrayList<LeaseContender> contenders = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<LeaseElectionWatch> watches = new CopyOnWriteArrayList<>();
    private final Map<LeaseContender, String> signalled = new HashMap<>();
    private final Map<String, LeaseProcess> holders = new HashMap<>();
    private final StoredRequests requests;
    private @Nullable Thread thread;
    private @Nullable AutoCloseable listening;
    private boolean news;
    private boolean closed;

    RecordPoller(LeaseBackend backend) {
        this.backend = backend;
        this.requests = new StoredRequests(backend.bulletin());
    }

    void add(LeaseContender contender) {
        contenders.add(contender);
        start();
    }

    void remove(LeaseContender contender) {
        contenders.remove(contender);
        boolean last = contenders.stream().noneMatch(other -> other.election().equals(contender.election()));
        if (last) {
            backend.sightings().forget(contender.election());
        }
    }

    void add(LeaseElectionWatch watch) {
        watches.add(watch);
        start();
        hear();
    }

    void remove(LeaseElectionWatch watch) {
        watches.remove(watch);
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            thread = new Thread(this::run, "baton-lease-lookout");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Something was announced. */
    synchronized void hear() {
        news = true;
        notifyAll();
    }

    private void run() {
        AutoCloseable push = backend.store().listen(this::hear);
        synchronized (this) {
            listening = push;
            news = true;
        }
        long lookEvery = backend.options().lookEvery().toNanos();
        long dueAt = System.nanoTime() + lookEvery;
        long lookAt = dueAt;
        long pause = 0;
        try {
            while (true) {
                boolean heard = await(lookAt - System.nanoTime());
                if (heard || System.nanoTime() - lookAt >= 0 || somebodyDied()) {
                    boolean due = System.nanoTime() - dueAt >= 0;
                    boolean done = look(due);
                    long now = System.nanoTime();
                    pause = done ? 0 : Math.min(lookEvery, Math.max(AGAIN_NANOS, 2 * pause));
                    dueAt = done && due ? now + lookEvery : dueAt;
                    lookAt = done ? dueAt : now + pause;
                    rest(REST_NANOS * contenders.size());
                }
            }
        } catch (InterruptedException ended) {
            LeaseBackend.LOG.debug("the lookout of {} ended", backend.describe());
        } finally {
            stopListening(push);
        }
    }

    /** Until there is news, or a look at the holders' processes is due, or the given time has passed. */
    private synchronized boolean await(long nanos) throws InterruptedException {
        long most = holders.isEmpty() ? nanos : Math.min(nanos, TimeUnit.MILLISECONDS.toNanos(DEATH_MILLIS));
        if (!news && most > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, most);
        }
        if (closed) {
            throw new InterruptedException();
        }
        boolean heard = news;
        news = false;
        return heard;
    }

    private synchronized void rest(long nanos) throws InterruptedException {
        long most = Math.min(nanos, TimeUnit.SECONDS.toNanos(1));
        long until = System.nanoTime() + most;
        for (long left = most; left > TimeUnit.MILLISECONDS.toNanos(1) && !closed; left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private boolean somebodyDied() {
        return holders.values().removeIf(backend.obituaries()::isGone);
    }

    /** Whether all could be read. */
    private boolean look(boolean regular) {
        boolean done = true;
        try {
            Map<String, HeldLease> held = new HashMap<>();
            Set<String> elections = new HashSet<>();
            boolean few = contenders.size() <= FEW;
            for (LeaseContender contender : contenders) {
                Optional<HeldLease> holding = backend.holdings().of(contender.election());
                holding.ifPresent(one -> held.put(contender.election(), one));
                // What we hold, the renewals look after too; a holder of thousands is not to read them at every word.
                if (regular || few || holding.isEmpty() || holding.get().contender() != contender) {
                    elections.add(contender.election());
                }
            }
            long reading = backend.sightings().ask();
            Map<String, ElectionSnapshot> standings = backend.records().of(elections);
            holders.clear();
            contenders.forEach(contender -> {
                ElectionSnapshot standing = standings.get(contender.election());
                if (standing != null) {
                    tell(contender, standing, reading, regular, Optional.ofNullable(held.get(contender.election())));
                }
            });
            signalled.keySet().retainAll(contenders);
            if (!contenders.isEmpty()) {
                requests.fresh().forEach(this::pass);
            }
        } catch (RuntimeException failed) {
            // Whatever it was: attempts go on without a lookout, and the next look may succeed.
            LeaseBackend.LOG.debug("could not look at {}", backend.describe(), failed);
            done = false;
        }
        watches.forEach(watch -> watch.look(backend, regular));
        return done;
    }

    private void tell(
            LeaseContender contender,
            ElectionSnapshot standing,
            long reading,
            boolean regular,
            Optional<HeldLease> held) {
        if (held.isPresent() && held.get().contender() == contender) {
            LeaseRecord ours = held.get().lease();
            if (standing.leaseRow().isPresent() && standing.lease().isEmpty()) {
                backend.restore(contender.election());
            }
            if (!standing.isStill(ours)
                    && backend.holdings().of(contender.election()).equals(held)
                    && !contender.isLeaving(ours.epoch())) {
                contender.signals().claimGone(ours.epoch(), EndReason.TAKEN_OVER);
            }
            return;
        }
        standing.holder()
                .map(LeaseRecord::process)
                .filter(holder -> !holder.name().equals(backend.process().name()))
                .ifPresent(holder -> holders.put(holder.name(), holder));
        LeaseDecision verdict = LeaseDecision.of(
                standing,
                contender.asker(),
                backend.sightings().saw(contender.election(), standing, reading),
                backend.obituaries());
        if (verdict instanceof LeaseDecision.Take) {
            // Once at each word, but again at every turn: an attempt may have failed, or its answer was lost.
            String mark = standing.mark();
            if (!mark.equals(signalled.put(contender, mark)) || regular) {
                contender.signals().tryNow();
            }
        }
    }

    private void pass(TransferRequest frame) {
        List<LeaseContender> concerned = contenders.stream()
                .filter(contender -> contender.election().equals(frame.election()))
                .toList();
        concerned.forEach(contender -> contender.signals().transferRequested(frame));
    }

    private static void stopListening(AutoCloseable push) {
        try {
            push.close();
        } catch (Exception gone) {
            LeaseBackend.LOG.debug("could not stop listening", gone);
        }
    }

    @Override
    public void close() {
        AutoCloseable push;
        synchronized (this) {
            closed = true;
            push = listening;
            notifyAll();
        }
        if (push != null) {
            stopListening(push);
        }
    }
}
