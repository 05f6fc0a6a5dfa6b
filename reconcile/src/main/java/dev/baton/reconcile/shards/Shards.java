package dev.baton.reconcile.shards;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.HealthCheck;
import dev.baton.InstanceStatus;
import dev.baton.Leadership;
import dev.baton.RosterPresence;
import dev.baton.support.text.Names;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica's part in work that is split into so many shards.
 *
 * <p>Each shard has at most one owner at any time. The shards are spread over the replicas that are there, within
 * one of each one's weighted share; when a replica joins or leaves only as many move as it gets or had. A shard is
 * drained before it is handed over, and each reign over a shard has its own epoch. A replica that cannot renew loses
 * all its shards by itself. Thread-safe.
 */
public final class Shards implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int MOST = 100_000;

    /** How many looks a deputy leaves a shard to its owner: a claim may outlive its holder's last words by as much. */
    private static final int OWNER_FIRST = 7;

    private final Baton baton;
    private final String name;
    private final int count;
    private final ShardSettings settings;
    private final ShardView view;
    private final ReplicaHeartbeats voices = new ReplicaHeartbeats();
    private final List<ShardWork> works = new CopyOnWriteArrayList<>();
    private final List<ShardListener> listeners = new CopyOnWriteArrayList<>();
    private final @Nullable ShardCandidacy[] seats;
    private final long[] takenAt;
    private final long[] heldByOwner;
    private @Nullable RosterPresence attendance;
    private List<ShardReplica> lastSeen = List.of();
    private @Nullable ShardPlan plan;
    private volatile boolean closed;

    private Shards(Baton baton, String name, int count, ShardSettings settings) {
        this.baton = baton;
        this.name = Names.check("shards", name);
        this.count = count;
        this.settings = settings;
        this.view = new ShardView(name, count);
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("there can be 1 to " + MOST + " shards, but not " + count);
        }
        this.seats = new ShardCandidacy[count];
        this.takenAt = new long[count];
        this.heldByOwner = new long[count];
        Names.check("shard", election(count - 1));
    }

    /** Takes part with weight 1 and the store's defaults, once started. */
    public static Shards of(Baton baton, String name, int count) {
        return of(baton, name, count, ShardSettings.defaults());
    }

    /** Takes part as the settings say, once started. All replicas must give the same count. */
    public static Shards of(Baton baton, String name, int count, ShardSettings settings) {
        return new Shards(baton, name, count, settings);
    }

    /** Which shard a key belongs to: the CRC-32 of its UTF-8 bytes, modulo the count. Stable. */
    public int shardOf(String key) {
        CRC32 sum = new CRC32();
        sum.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (sum.getValue() % count);
    }

    /** Runs the work for every shard this replica owns. Before {@link #start}. */
    public Shards whileOwning(ShardWork work) {
        works.add(work);
        return this;
    }

    /** Hears what happens from now on. */
    public Shards listen(ShardListener listener) {
        listeners.add(listener);
        return this;
    }

    /** Takes part from now on; looks around for a heartbeat before it takes anything. Idempotent. */
    public synchronized void start() {
        if (closed) {
            throw new IllegalStateException("this replica has left the shards " + name);
        }
        if (attendance == null) {
            attendance = baton.election(name).joinRoster(settings.replica(), this::beat);
            speak(settings.replica().healthCheck() == HealthCheck.ALWAYS);
        }
    }

    /** What it owns now, with the leadership of each. */
    public synchronized Map<Integer, Leadership> owned() {
        Map<Integer, Leadership> owned = new TreeMap<>();
        for (ShardCandidacy seat : seats) {
            if (seat != null) {
                seat.candidate().leadership().ifPresent(leadership -> owned.put(seat.shard(), leadership));
            }
        }
        return owned;
    }

    /** Drains and gives back what it owns, and takes no further part. Idempotent. */
    @Override
    public void close() {
        List<ShardCandidacy> leaving = new ArrayList<>();
        RosterPresence ending;
        synchronized (this) {
            closed = true;
            ending = attendance;
            for (ShardCandidacy seat : seats) {
                if (seat != null) {
                    leaving.add(seat);
                }
            }
            // From now on the others count without this replica; its deputies stand by already.
            speak(false);
        }
        leaving.forEach(seat -> seat.candidate().closeAsync());
        leaving.forEach(seat -> closeQuietly(seat.candidate()));
        if (ending != null) {
            ending.close();
        }
    }

    private void closeQuietly(Candidate candidate) {
        try {
            candidate.close();
        } catch (BatonException late) {
            LOG.warn("{}", late.getMessage());
        }
    }

    /** One look at the roster: thinks over who should own what, and does this replica's part of it. */
    private void beat(List<InstanceStatus> frames) {
        boolean healthy = isHealthy();
        List<Move> moves;
        synchronized (this) {
            if (closed || attendance == null) {
                return;
            }
            voices.hear(frames);
            String id = attendance.instanceId();
            ShardReplica self = new ShardReplica(id, settings.replica().priority(), settings.weight(), healthy, held());
            List<ShardReplica> seen = view.members(frames, self, voices);
            if (plan == null || !seen.equals(lastSeen)) {
                lastSeen = seen;
                plan = ShardPlan.of(count, seen);
            }
            moves = follow(plan, self);
            speak(healthy);
        }
        // Outside the lock: each one asks the store.
        moves.forEach(this::hand);
    }

    private List<Move> follow(ShardPlan now, ShardReplica self) {
        List<Move> moves = new ArrayList<>();
        for (int shard = 0; shard < count; shard++) {
            String owner = now.owner(shard);
            boolean ours = self.id().equals(owner);
            boolean wanted = ours || self.id().equals(now.deputy(shard));
            ShardCandidacy seat = seats[shard];
            if (Objects.equals(owner, now.holder(shard))) {
                heldByOwner[shard] = voices.beat();
            }
            if (seat == null) {
                if (ours || (wanted && !isLeftToItsOwner(shard))) {
                    seats[shard] = stand(shard, self.id());
                }
            } else if (!seat.holds()) {
                if (!wanted) {
                    seat.candidate().closeAsync();
                }
            } else if (!ours && owner != null && seat.leads()) {
                if (voices.hasSpokenSince(owner, takenAt[shard])) {
                    moves.add(new Move(seat, owner));
                }
            } else if (owner == null && !self.mayOwn()) {
                seat.candidate().closeAsync();
            }
        }
        return moves;
    }

    /** While its owner has yet to take it, a deputy that stood by would only outrun the owner, and move it twice. */
    private boolean isLeftToItsOwner(int shard) {
        long looks = voices.beat() - heldByOwner[shard];
        return looks > 0 && looks < OWNER_FIRST;
    }

    private void hand(Move move) {
        try {
            if (!move.seat.handTo(move.heir)) {
                LOG.debug("{} does not stand by for {} yet", move.heir, election(move.seat.shard()));
            }
        } catch (BatonException unreachable) {
            LOG.debug("{} was not handed over now", election(move.seat.shard()), unreachable);
        }
    }

    private ShardCandidacy stand(int shard, String instanceId) {
        Candidate candidate = baton.election(election(shard)).candidate(settings.seat(instanceId));
        ShardCandidacy seat = new ShardCandidacy(shard, candidate);
        takenAt[shard] = Long.MAX_VALUE;
        works.forEach(work -> candidate.whileLeading(leadership -> work.run(shard, leadership)));
        candidate.listen(event -> {
            hear(seat, event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.start();
        return seat;
    }

    private void hear(ShardCandidacy seat, CandidateEvent event) {
        listeners.forEach(listener -> listener.handle(seat.shard(), event));
        synchronized (this) {
            if (event instanceof CandidateEvent.Acquired) {
                // What the next look shows for the first time may have been said before.
                takenAt[seat.shard()] = voices.beat() + 1;
            }
            if (event instanceof CandidateEvent.Stopped) {
                if (seat.equals(seats[seat.shard()])) {
                    seats[seat.shard()] = null;
                }
                seat.candidate().closeAsync();
            }
            if (!closed && !(event instanceof CandidateEvent.StateChanged)) {
                speak(lastHealth());
            }
        }
    }

    private boolean lastHealth() {
        return lastSeen.isEmpty() || lastSeen.get(0).healthy();
    }

    private void speak(boolean healthy) {
        if (attendance != null) {
            attendance.update(healthy && !closed, new ShardStatusNote(count, settings.weight(), held()).text());
        }
    }

    private BitSet held() {
        BitSet held = new BitSet(count);
        for (ShardCandidacy seat : seats) {
            if (seat != null && seat.holds()) {
                held.set(seat.shard());
            }
        }
        return held;
    }

    private boolean isHealthy() {
        try {
            return settings.replica().healthCheck().isHealthy();
        } catch (Exception failed) {
            return false;
        }
    }

    private String election(int shard) {
        return name + ":" + shard;
    }

    private record Move(ShardCandidacy seat, String heir) {}
}
