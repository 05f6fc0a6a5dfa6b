package dev.baton.etcd;

import dev.baton.etcd.gateway.EtcdException;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.etcd.gateway.WatchStream;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import dev.baton.support.thread.StoreThreads;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the keys of all elections, kept up to date by one watch for the whole process. A copy is never a proof: what
 * it shows is confirmed by a transaction, or only makes an attempt happen sooner or later. Thread-safe.
 *
 * <p>A watch whose connection was lost without a sign stays silent. So it is opened again at regular intervals, from the
 * revision after the last one that was seen: no change is missed. After a watch that ended by itself, everything is read
 * again.
 */
final class EtcdMirror implements AutoCloseable {
    private static final Duration RETRY = Duration.ofMillis(200);

    /** Receives what changed. Called on the thread of the watch. */
    interface Listener {
        /** The keys of these elections have changed. */
        void changed(Set<String> elections);

        /** Everything was read again: changes may have been missed. */
        void readAgain();

        void transferRequested(String request);
    }

    private final EtcdGateway gateway;
    private final EtcdKeys keys;
    private final Duration reopenAfter;
    private final StoreThreads threads;
    private final NavigableMap<String, KeyValue> entries = new TreeMap<>();
    private @Nullable Thread thread;
    private @Nullable WatchStream open;
    private long revision;
    private volatile boolean live;
    /** Whether everything must be read again. Only for the thread of the watch. */
    private boolean incomplete = true;

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean closed;

    EtcdMirror(EtcdGateway gateway, EtcdKeys keys, Duration reopenAfter, StoreThreads threads) {
        this.gateway = gateway;
        this.keys = keys;
        this.reopenAfter = reopenAfter;
        this.threads = threads;
    }

    /** Starts the watch; later calls change nothing. */
    synchronized void start(Listener receiver) {
        if (thread == null && !closed) {
            thread = NamedThreads.start("baton-etcd-watch", () -> run(receiver));
        }
    }

    /** Returns whether the watch is connected, as far as this process can know. */
    boolean isLive() {
        return live;
    }

    /** Returns the revision up to which the copy has seen all changes. */
    synchronized long revision() {
        return revision;
    }

    /** Returns the copy of an election; empty if it may be out of date. */
    synchronized Optional<EtcdSnapshot> snapshot(String election) {
        return live ? Optional.of(copy(election)) : Optional.empty();
    }

    /** Returns the elections that are reserved for a named successor at the moment. */
    synchronized List<String> reservedElections() {
        return range(keys.reservations()).stream()
                .map(entry -> EtcdKeys.lastPart(entry.key()))
                .toList();
    }

    /** Returns the elections in whose queue a lease has a key. */
    synchronized List<String> electionsOf(EtcdLease lease) {
        return entries.keySet().stream()
                .flatMap(key ->
                        keys.electionOf(key).filter(election -> key.equals(keys.candidate(election, lease))).stream())
                .toList();
    }

    private EtcdSnapshot copy(String election) {
        return EtcdSnapshot.of(
                range(keys.candidates(election)),
                range(keys.candidateRecords(election)),
                Optional.ofNullable(entries.get(keys.epoch(election))),
                Optional.ofNullable(entries.get(keys.offset(election))),
                Optional.ofNullable(entries.get(keys.command(election))),
                Optional.ofNullable(entries.get(keys.reservation(election))));
    }

    private List<KeyValue> range(KeyRange range) {
        return List.copyOf(entries.subMap(range.key(), range.end()).values());
    }

    private void run(Listener receiver) {
        LastingLoop.run("the watch of etcd", () -> {
            round(receiver);
            return !closed;
        });
    }

    private void round(Listener receiver) {
        try {
            if (incomplete) {
                readAll();
                receiver.readAgain();
            }
            incomplete = !follow(receiver);
        } catch (EtcdException failed) {
            live = false;
            // Meanwhile etcd may have been restored, and its revision may have passed that of the copy again.
            incomplete = true;
            if (!closed) {
                EtcdBackend.LOG.debug("the watch of etcd failed; trying again", failed);
                pause();
            }
        } catch (RuntimeException | Error failed) {
            live = false;
            // Changes may have been applied in part.
            incomplete = true;
            throw failed;
        }
    }

    private void pause() {
        try {
            if (ended.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
                EtcdBackend.LOG.debug("the watch of etcd has ended");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void readAll() {
        Transaction.Result all = gateway.read(
                Operation.read(keys.electionsBefore()),
                Operation.read(keys.electionsAfter()),
                Operation.read(keys.records()));
        synchronized (this) {
            entries.clear();
            all.reads().forEach(part -> part.forEach(entry -> entries.put(entry.key(), entry)));
            revision = all.revision();
        }
    }

    /** Applies changes until the watch is closed; false if etcd does not have them any more. */
    private boolean follow(Listener receiver) {
        long from;
        synchronized (this) {
            from = revision + 1;
        }
        try (WatchStream stream = WatchStream.open(gateway, keys.all(), from)) {
            remember(stream);
            AtomicBoolean reopening = new AtomicBoolean();
            Future<?> reopen = threads.every("the end of the watch", reopenAfter, () -> end(stream, reopening));
            try {
                while (!closed) {
                    Optional<WatchStream.Events> events = stream.next();
                    // A watch from a revision that is still to come stays silent, so restored data would not be seen.
                    if (events.isEmpty() || events.get().revision() < from - 1) {
                        live = false;
                        return false;
                    }
                    Set<String> changed = apply(events.get().changes(), receiver);
                    live = true;
                    if (!changed.isEmpty()) {
                        receiver.changed(changed);
                    }
                }
            } catch (EtcdException ended) {
                // The copy stays usable if this process itself closed the watch, to open the next one.
                if (!reopening.get()) {
                    throw ended;
                }
            } finally {
                reopen.cancel(false);
            }
        }
        return true;
    }

    private static void end(WatchStream stream, AtomicBoolean reopening) {
        reopening.set(true);
        stream.close();
    }

    private synchronized void remember(WatchStream stream) {
        open = stream;
        if (closed) {
            stream.close();
        }
    }

    private Set<String> apply(List<WatchStream.Event> changes, Listener receiver) {
        Set<String> elections = new LinkedHashSet<>();
        for (WatchStream.Event change : changes) {
            String key = change.entry().key();
            if (keys.isRequest(key)) {
                if (!change.deleted()) {
                    receiver.transferRequested(change.entry().value());
                }
            } else {
                Optional<String> election = keys.electionOf(key);
                election.ifPresent(elections::add);
                apply(change, election.isPresent());
            }
        }
        return elections;
    }

    private synchronized void apply(WatchStream.Event change, boolean ofElection) {
        KeyValue entry = change.entry();
        if (change.deleted()) {
            entries.remove(entry.key());
        } else if (ofElection && !entry.key().startsWith(keys.prefix() + "/.history/")) {
            entries.put(entry.key(), entry);
        }
        revision = Math.max(revision, entry.modRevision());
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            live = false;
            if (open != null) {
                open.close();
            }
            ended.countDown();
        }
    }
}
