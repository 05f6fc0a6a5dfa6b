package dev.baton.reconcile.shards;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.spi.Backend;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Whether a replica may take part: it has the stored number of shards, and no older live replica has its instance id. Once
 * refused, it stays refused. Never blocks; thread-safe.
 */
final class ReplicaAdmission {
    private final String name;
    private final int count;
    private final String instanceId;
    private final ReplicaRun run = ReplicaRun.start(BatonClock.system().wallMillis());
    private final DuplicateReplicas duplicates = new DuplicateReplicas(run);
    private final ShardCountCheck countCheck;
    private final CompletableFuture<String> refused;
    private volatile boolean accepted;
    private boolean duplicateReported;

    /** @param refused completes with the reason if the replica is refused */
    ReplicaAdmission(Backend backend, String name, int count, String instanceId, CompletableFuture<String> refused) {
        this.name = name;
        this.count = count;
        this.instanceId = instanceId;
        this.refused = refused;
        Consumer<String> refuse = refused::complete;
        this.countCheck = new ShardCountCheck(new ShardLayoutStore(backend, name, instanceId), count, refuse);
    }

    /** Reads the stored number, and stores it if there is none. */
    void start() {
        countCheck.confirm().thenRun(() -> accepted = true);
    }

    /** Returns what distinguishes this replica from another one with its id. */
    ReplicaRun run() {
        return run;
    }

    /** Returns how many publications of other replicas with its id this replica has to answer. */
    synchronized int answers() {
        return duplicates.answers();
    }

    /** Returns whether the replica may acquire shards. */
    boolean isAccepted() {
        return accepted && !refused.isDone();
    }

    /**
     * Returns a stage that completes when the number of shards was confirmed by a read that began after this call. A change
     * of the number first stores its beginning and then acquires every shard. So a replica that reads the old number after it has
     * acquired a shard was not drained by a change.
     */
    CompletionStage<Void> confirm() {
        return countCheck.confirm();
    }

    /** Returns why the number of shards is not known or not confirmed; empty if no request for it has failed. */
    Optional<String> failure() {
        return countCheck.failure();
    }

    /** Processes one reading of the roster. */
    void update(List<InstanceStatus> statuses) {
        if (refused.isDone()) {
            return;
        }
        if (statuses.stream().anyMatch(status -> announcesAnotherCount(status.note()))) {
            // The note is only a hint: the stored number decides.
            countCheck.confirm();
        } else {
            countCheck.retry();
        }
        otherReplica(statuses).ifPresent(this::report);
    }

    /** A replica that was frozen during a change of the number sees only those that were started after it. */
    private boolean announcesAnotherCount(String note) {
        return ShardResize.isNote(note)
                || ShardStatusNote.parse(note)
                        .filter(read -> read.count() != count)
                        .isPresent();
    }

    /** Returns another live replica with the same id, once. */
    private synchronized Optional<ReplicaRun> otherReplica(List<InstanceStatus> statuses) {
        Optional<ReplicaRun> other = duplicates.update(instanceId, statuses);
        boolean first = other.isPresent() && !duplicateReported;
        duplicateReported |= first;
        return first ? other : Optional.empty();
    }

    /** Of two live replicas with one id, the one that was started later gives up. */
    private void report(ReplicaRun other) {
        String both = "instance id " + instanceId + " is used by two live replicas of the shards " + name + ": "
                + run.process() + " (this one) and " + other.process();
        if (run.isOlderThan(other)) {
            Shards.LOG.error("{}, which was started later and gives up. Give each its own id", both);
        } else {
            refused.complete(both + ", which was started before. Give each its own id");
        }
    }
}
