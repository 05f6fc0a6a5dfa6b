package dev.baton.reconcile.shards;

import dev.baton.Baton;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.testkit.FreezableLoop;
import dev.baton.testkit.MemoryBackend;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.VirtualTime;
import java.util.Map;
import java.util.function.BiConsumer;

/** One simulated process: it can leave, die, or freeze and continue. */
final class SimulatedReplica {
    final String id;
    final int weight;
    private final FreezableLoop loop;
    private final MemoryBackend backend;
    private final Baton baton;
    private final Shards shards;

    SimulatedReplica(
            MemoryStore store, VirtualTime time, String id, int weight, int count, BiConsumer<Integer, String> taken) {
        this.id = id;
        this.weight = weight;
        this.loop = new FreezableLoop(time);
        this.backend = store.open(time);
        // Callbacks go through the loop too: a frozen process runs none of them.
        this.baton = BatonRuntime.over(
                new RuntimeEnvironment(
                        time, loop, loop::execute, time.environment().work()),
                clock -> backend);
        this.shards = Shards.of(
                baton,
                "orders",
                count,
                ShardSettings.defaults()
                        .withWeight(weight)
                        .withReplica(CandidateSettings.builder().instanceId(id).build()));
        shards.listen((shard, event) -> {
            if (event instanceof CandidateEvent.Acquired) {
                taken.accept(shard, id);
            }
        });
        shards.start();
    }

    Map<Integer, Leadership> owned() {
        return shards.owned();
    }

    void leave() {
        shards.close();
        baton.close();
    }

    /** Dies at once: nothing is released, and its own clock runs no more. */
    void die() {
        loop.freeze();
        backend.crash();
    }

    void freeze() {
        loop.freeze();
    }

    void thaw() {
        loop.thaw();
    }
}
