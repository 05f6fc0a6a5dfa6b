package dev.baton.reconcile.shards;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.HealthCheck;
import dev.baton.InstanceStatus;
import dev.baton.Leadership;
import dev.baton.RosterPresence;
import dev.baton.TransferOutcome;
import dev.baton.support.text.Names;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica of work that is split into shards.
 *
 * <p>Each shard has at most one owner at any time. The shards are spread over the replicas that are present, within one of
 * each replica's weighted share. When a replica joins or leaves, only as many shards move as it gets or had. A shard is drained
 * before it is transferred, and each tenure of a shard has its own epoch. A replica that cannot renew loses all its shards by
 * itself. Thread-safe.
 *
 * <pre>{@code
 * Shards shards = Shards.of(baton, "orders", 64).whileOwning((shard, leadership) -> consume(shard, leadership));
 * shards.start();
 * }</pre>
 */
public final class Shards implements AutoCloseable {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int MAX_SHARDS = 100_000;

    /** How many readings of the roster a deputy leaves a shard to its owner: a claim may outlive its holder by as much. */
    private static final int OWNER_FIRST_BEATS = 7;

    private final Baton baton;
    private final String name;
    private final int count;
    private final ShardSettings settings;
    private final ShardView view;
    private final ReplicaHeartbeats heartbeats = new ReplicaHeartbeats();
    private final List<ShardWork> works = new CopyOnWriteArrayList<>();
    private final ShardListeners listeners = new ShardListeners();
    private final ReplicaHealthCheck healthCheck;
    private final Map<Integer, ShardCandidacy> candidacies = new TreeMap<>();
    private final long[] takenAt;
    private final long[] heldByOwner;
    private final CompletableFuture<String> refused = new CompletableFuture<>();
    private @Nullable RosterPresence presence;
    private @Nullable ReplicaAdmission admission;
    private List<ShardReplica> lastSeen = List.of();
    private @Nullable ShardAssignment plan;
    private volatile boolean closed;

    private Shards(Baton baton, String name, int count, ShardSettings settings) {
        this.baton = baton;
        this.name = Names.check("shards", name);
        this.count = count;
        this.settings = settings;
        this.view = new ShardView(name, count);
        this.healthCheck = new ReplicaHealthCheck(settings.replica().healthCheck());
        checkCount(name, count);
        this.takenAt = new long[count];
        this.heldByOwner = new long[count];
    }

    static void checkCount(String name, int count) {
        if (count < 1 || count > MAX_SHARDS) {
            throw new IllegalArgumentException("the number of shards must be 1 to " + MAX_SHARDS + ", but is " + count);
        }
        Names.check("shard", name + ":" + (count - 1));
        Names.check("shard", ShardLayout.done(name, 1_000, count));
    }

    /** Returns a replica with weight 1 and the store's defaults, not started. */
    public static Shards of(Baton baton, String name, int count) {
        return of(baton, name, count, ShardSettings.defaults());
    }

    /**
     * Returns a replica with the given settings, not started. The first replica stores the count; one with another count is
     * refused, see {@link #refused}.
     */
    public static Shards of(Baton baton, String name, int count, ShardSettings settings) {
        return new Shards(baton, name, count, settings);
    }

    /** Returns the shard of a key: the CRC-32 of its UTF-8 bytes, modulo the count. Stable. */
    public int shardOf(String key) {
        CRC32 sum = new CRC32();
        sum.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (sum.getValue() % count);
    }

    /** Runs the work for every shard that this replica owns. Call it before {@link #start}. */
    public Shards whileOwning(ShardWork work) {
        works.add(work);
        return this;
    }

    /** Registers a listener. */
    public Shards listen(ShardListener listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * Joins the other replicas. It reads the roster and the stored number of shards once before it acquires shards.
     * Idempotent.
     */
    public void start() {
        ReplicaAdmission admitting;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("this replica of the shards is closed: " + name);
            }
            if (presence != null) {
                return;
            }
            RosterPresence joined = baton.election(name).joinRoster(settings.replica(), this::beat);
            presence = joined;
            admitting = new ReplicaAdmission(baton.backend(), name, count, joined.instanceId(), refused);
            admission = admitting;
            publish(settings.replica().healthCheck() == HealthCheck.ALWAYS);
        }
        refused.thenAccept(this::giveUp);
        // Outside the lock, because the store may answer at once.
        admitting.start();
    }

    /**
     * Returns a stage that completes with the reason if this replica may not take part: another number of shards is stored,
     * or another live replica has its instance id. It then gives up its shards. Otherwise the stage never completes.
     */
    public CompletionStage<String> refused() {
        return refused.minimalCompletionStage();
    }

    /** Drains all shards and leaves the roster. */
    private void giveUp(String reason) {
        LOG.error("this replica of the shards gives up: {}", reason);
        List<ShardCandidacy> leaving;
        RosterPresence ending;
        synchronized (this) {
            leaving = List.copyOf(candidacies.values());
            ending = presence;
        }
        leaving.forEach(candidacy -> candidacy.candidate().closeAsync());
        if (ending != null) {
            ending.close();
        }
    }

    /** Returns the shards that this replica owns now, with their leaderships. */
    public synchronized Map<Integer, Leadership> owned() {
        Map<Integer, Leadership> owned = new TreeMap<>();
        candidacies.forEach((shard, candidacy) -> {
            if (candidacy.isConfirmed()) {
                candidacy.candidate().leadership().ifPresent(leadership -> owned.put(shard, leadership));
            }
        });
        return owned;
    }

    /** Returns what this replica does for each shard, by the number of the shard. */
    public synchronized Map<Integer, ShardHealth> health() {
        Map<Integer, ShardHealth> health = new TreeMap<>();
        String refusal = refused.getNow("");
        Optional<String> failure = admission == null ? Optional.empty() : admission.failure();
        Optional<String> notAccepted = admission == null || admission.isAccepted() ? Optional.empty() : failure;
        String confirming = failure.orElse("confirms the number of shards");
        for (int shard = 0; shard < count; shard++) {
            ShardCandidacy candidacy = candidacies.get(shard);
            if (!refusal.isEmpty() && (candidacy == null || !candidacy.holds())) {
                health.put(shard, new ShardHealth(ShardHealth.State.REFUSED, refusal));
            } else if (candidacy == null) {
                String owner = plan == null ? null : plan.owner(shard);
                health.put(
                        shard,
                        new ShardHealth(
                                ShardHealth.State.ELSEWHERE,
                                notAccepted.orElse(
                                        owner == null ? "no replica should own it" : owner + " should own it")));
            } else {
                health.put(shard, candidacy.health(confirming));
            }
        }
        return health;
    }

    /** Drains and releases all shards and leaves the roster. Idempotent; blocks. */
    @Override
    public void close() {
        List<ShardCandidacy> leaving;
        RosterPresence ending;
        synchronized (this) {
            closed = true;
            ending = presence;
            leaving = List.copyOf(candidacies.values());
            // From now on the others plan without this replica; its deputies are already standbys.
            publish(false);
        }
        leaving.forEach(candidacy -> candidacy.candidate().closeAsync());
        leaving.forEach(candidacy -> closeQuietly(candidacy.candidate()));
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

    /** Processes one reading of the roster: updates the plan and carries out this replica's part of it. */
    private void beat(List<InstanceStatus> statuses) {
        boolean healthy = healthCheck.isHealthy();
        List<Move> moves;
        ReplicaAdmission admitting;
        synchronized (this) {
            admitting = admission;
        }
        if (admitting == null) {
            return;
        }
        admitting.update(statuses);
        synchronized (this) {
            if (closed || presence == null || refused.isDone()) {
                return;
            }
            heartbeats.update(statuses);
            if (!admitting.isAccepted()) {
                return;
            }
            String id = presence.instanceId();
            ShardReplica self = new ShardReplica(id, settings.replica().priority(), settings.weight(), healthy, held());
            List<ShardReplica> seen = view.members(statuses, self, heartbeats);
            if (plan == null || !seen.equals(lastSeen)) {
                lastSeen = seen;
                plan = assign(seen);
            }
            moves = follow(plan, self);
            publish(healthy);
        }
        // Outside the lock, because each transfer calls the store.
        moves.forEach(this::transfer);
    }

    private ShardAssignment assign(List<ShardReplica> seen) {
        if (settings.plan().isPresent()) {
            try {
                return ShardAssignment.of(count, seen, settings.plan().get());
            } catch (RuntimeException | Error failed) {
                LOG.error("the plan of the shards {} failed; using balanced shares: {}", name, failed.toString());
            }
        }
        return ShardAssignment.of(count, seen);
    }

    private List<Move> follow(ShardAssignment now, ShardReplica self) {
        List<Move> moves = new ArrayList<>();
        for (int shard = 0; shard < count; shard++) {
            String owner = now.owner(shard);
            boolean ours = self.id().equals(owner);
            boolean wanted = ours || self.id().equals(now.deputy(shard));
            ShardCandidacy candidacy = candidacies.get(shard);
            if (Objects.equals(owner, now.holder(shard))) {
                heldByOwner[shard] = heartbeats.beat();
            }
            if (candidacy == null) {
                if (ours || (wanted && !isLeftToOwner(shard))) {
                    candidacies.put(shard, startCandidate(shard, self.id()));
                }
            } else if (!candidacy.holds()) {
                if (!wanted) {
                    candidacy.candidate().closeAsync();
                }
            } else if (!ours && owner != null && candidacy.leads()) {
                if (heartbeats.lastUpdate(owner) > takenAt[shard]) {
                    moves.add(new Move(candidacy, owner));
                }
            } else if (owner == null && !self.mayOwn()) {
                candidacy.candidate().closeAsync();
            }
        }
        return moves;
    }

    /** While the owner has yet to acquire the shard, a deputy would only be faster than the owner, and the shard would move twice. */
    private boolean isLeftToOwner(int shard) {
        long readings = heartbeats.beat() - heldByOwner[shard];
        return readings > 0 && readings < OWNER_FIRST_BEATS;
    }

    private void transfer(Move move) {
        try {
            if (move.candidacy.candidate().transferTo(move.target) != TransferOutcome.SENT) {
                LOG.debug("{} is not yet a standby for {}", move.target, election(move.candidacy.shard()));
            }
        } catch (BatonException unreachable) {
            LOG.debug("cannot transfer {} now; trying again", election(move.candidacy.shard()), unreachable);
        }
    }

    private ShardCandidacy startCandidate(int shard, String instanceId) {
        Candidate candidate = baton.election(election(shard)).candidate(settings.candidateSettings(instanceId));
        ShardCandidacy candidacy = new ShardCandidacy(shard, candidate);
        takenAt[shard] = Long.MAX_VALUE;
        works.forEach(work -> candidate.whileLeading(leadership -> candidacy.run(work, leadership)));
        candidate.listen(event -> {
            // First what the replica does itself: it must not depend on the user's code.
            onEvent(candidacy, event);
            listeners.call(shard, event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.start();
        return candidacy;
    }

    private void onEvent(ShardCandidacy candidacy, CandidateEvent event) {
        if (event instanceof CandidateEvent.Acquired) {
            confirm(candidacy);
        }
        synchronized (this) {
            if (event instanceof CandidateEvent.Acquired) {
                // The next reading may show for the first time what was published before.
                takenAt[candidacy.shard()] = heartbeats.beat() + 1;
            }
            if (event instanceof CandidateEvent.Stopped) {
                candidacies.remove(candidacy.shard(), candidacy);
                candidacy.candidate().closeAsync();
            }
            if (!closed && !(event instanceof CandidateEvent.StateChanged)) {
                publish(lastHealth());
            }
        }
    }

    /** A shard is owned only after the number of shards was confirmed in its tenure. */
    private void confirm(ShardCandidacy candidacy) {
        ReplicaAdmission admitted;
        synchronized (this) {
            admitted = admission;
        }
        if (admitted != null) {
            admitted.confirm().thenRun(candidacy::confirm);
        }
    }

    private boolean lastHealth() {
        return lastSeen.isEmpty() || lastSeen.get(0).healthy();
    }

    private void publish(boolean healthy) {
        if (presence != null && admission != null && !refused.isDone()) {
            ShardStatusNote note = new ShardStatusNote(
                    count, settings.weight(), held(), Optional.of(admission.run()), admission.answers());
            presence.update(healthy && !closed, note.text());
        }
    }

    private BitSet held() {
        BitSet held = new BitSet(count);
        candidacies.values().stream().filter(ShardCandidacy::holds).forEach(candidacy -> held.set(candidacy.shard()));
        return held;
    }

    private String election(int shard) {
        return name + ":" + shard;
    }

    private record Move(ShardCandidacy candidacy, String target) {}
}
