package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A hundred replicas and a thousand shards on virtual time, with replicas that come, leave, die and freeze. */
class ShardSimulationTest {
    private static final int SHARDS = 1_000;
    private static final int REPLICAS = 100;
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final List<SimulatedReplica> alive = new ArrayList<>();
    private final List<SimulatedReplica> frozen = new ArrayList<>();
    private final long[] unownedSince = new long[SHARDS];
    private int moves;
    private int named;
    private long longestGap;

    @Test // LEASE-11
    void noShardEverHasTwoOwnersDuringChurnAndEachHasOneAfterIt() {
        System.out.println("seed " + seed);
        for (int i = 0; i < REPLICAS; i++) {
            join(1);
        }
        run(Duration.ofSeconds(5));
        assertThat(unowned()).as("unowned after the start").isZero();
        moves = 0;
        int events = 24;
        for (int i = 0; i < events; i++) {
            churn();
            run(Duration.ofMillis(random.nextInt(5_000)));
        }
        new ArrayList<>(frozen).forEach(this::thaw);
        int movesInChurn = moves;
        run(MemoryStore.CLAIM_TIMEOUT.plus(HEARTBEAT));
        assertThat(unowned())
                .as("unowned a TTL and a heartbeat after the churn")
                .isZero();
        run(Duration.ofSeconds(10));
        IntSummaryStatistics spread =
                alive.stream().mapToInt(replica -> replica.owned().size()).summaryStatistics();
        System.out.printf(
                "shards %d, replicas %d at the end, events %d, moves %d and %d after, a replica owns %d to %d,"
                        + " longest time unowned %d ms%n",
                SHARDS,
                alive.size(),
                events,
                movesInChurn,
                moves - movesInChurn,
                spread.getMin(),
                spread.getMax(),
                Duration.ofNanos(longestGap).toMillis());
        assertThat(spread.getMax() - spread.getMin()).isLessThanOrEqualTo(1);
        assertThat(spread.getSum()).isEqualTo(SHARDS);
    }

    @Test // LEASE-11
    void joiningLeavingOrDyingReplicaMovesNoMoreThanItsShare() {
        System.out.println("seed " + seed);
        for (int i = 0; i < 20; i++) {
            join(1);
        }
        run(Duration.ofSeconds(5));
        Map<String, Integer> moved = new TreeMap<>();
        for (String what : List.of("join", "leave", "die", "freeze", "thaw")) {
            // Renewals and words on the roster have periods of their own: any phase of them may be the last.
            run(Duration.ofMillis(random.nextInt(5_000)));
            moves = 0;
            int before = alive.size();
            switch (what) {
                case "join" -> join(1);
                case "leave" -> leave(any());
                case "die" -> die(any());
                case "freeze" -> freeze(any());
                default -> thaw(frozen.get(0));
            }
            run(MemoryStore.CLAIM_TIMEOUT.plusSeconds(20));
            moved.put(what, moves);
            int replicas = Math.max(before, alive.size());
            assertThat(moves).as(what).isBetween(1, (SHARDS + replicas - 1) / replicas);
            assertThat(unowned()).as("unowned after " + what).isZero();
        }
        System.out.println("moves " + moved);
    }

    @Test // LEASE-11
    void heavierReplicasOwnMore() {
        System.out.println("seed " + seed);
        for (int weight : new int[] {1, 2, 3, 4}) {
            join(weight);
        }
        run(Duration.ofSeconds(5));
        Map<Integer, Integer> owned = new HashMap<>();
        alive.forEach(replica -> owned.put(replica.weight, replica.owned().size()));
        assertThat(owned).isEqualTo(Map.of(1, 100, 2, 200, 3, 300, 4, 400));
    }

    @Test // LEASE-11
    void withoutRenewalEveryReplicaLosesAllItsShards() {
        System.out.println("seed " + seed);
        for (int i = 0; i < 5; i++) {
            join(1);
        }
        run(Duration.ofSeconds(5));
        store.breakDown();
        run(MemoryStore.CLAIM_TIMEOUT);
        assertThat(unowned()).isEqualTo(SHARDS);
        store.repair();
        run(MemoryStore.CLAIM_TIMEOUT.plus(HEARTBEAT));
        assertThat(unowned()).isZero();
    }

    private void churn() {
        switch (random.nextInt(6)) {
            case 0, 1 -> join(1);
            case 2 -> leave(any());
            case 3 -> die(any());
            case 4 -> freeze(any());
            default -> {
                if (frozen.isEmpty()) {
                    join(1);
                } else {
                    thaw(frozen.get(random.nextInt(frozen.size())));
                }
            }
        }
    }

    private SimulatedReplica any() {
        return alive.get(random.nextInt(alive.size()));
    }

    private void join(int weight) {
        alive.add(new SimulatedReplica(store, time, "replica-" + named++, weight, SHARDS, (shard, id) -> moves++));
    }

    private void leave(SimulatedReplica replica) {
        alive.remove(replica);
        replica.leave();
    }

    private void die(SimulatedReplica replica) {
        alive.remove(replica);
        replica.die();
    }

    private void freeze(SimulatedReplica replica) {
        alive.remove(replica);
        frozen.add(replica);
        replica.freeze();
    }

    private void thaw(SimulatedReplica replica) {
        frozen.remove(replica);
        alive.add(replica);
        replica.thaw();
    }

    /** Lets time pass and looks at every shard of every replica, the frozen ones included, at every tick. */
    private void run(Duration by) {
        for (Duration left = by; !left.isNegative() && !left.isZero(); left = left.minus(TICK)) {
            time.advance(TICK.compareTo(left) < 0 ? TICK : left);
            look();
        }
    }

    private void look() {
        int[] owners = new int[SHARDS];
        for (List<SimulatedReplica> some : List.of(alive, frozen)) {
            some.forEach(replica -> replica.owned().keySet().forEach(shard -> owners[shard]++));
        }
        assertThat(Arrays.stream(owners).max().orElse(0))
                .as("owners of one shard")
                .isLessThanOrEqualTo(1);
        for (int shard = 0; shard < SHARDS; shard++) {
            if (owners[shard] > 0) {
                unownedSince[shard] = time.nanos();
            }
            longestGap = Math.max(longestGap, time.nanos() - unownedSince[shard]);
        }
    }

    private int unowned() {
        boolean[] has = new boolean[SHARDS];
        alive.forEach(replica -> replica.owned().keySet().forEach(shard -> has[shard] = true));
        int none = 0;
        for (boolean one : has) {
            none += one ? 0 : 1;
        }
        return none;
    }
}
