package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The plan alone, over many random fleets. */
class ShardAssignmentTest {
    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test // LEASE-11
    void everyReplicaHasItsWeightedShareWithinOne() {
        System.out.println("seed " + seed);
        for (int round = 0; round < 2_000; round++) {
            int count = 1 + random.nextInt(200);
            List<ShardReplica> members = new ArrayList<>();
            int replicas = 1 + random.nextInt(20);
            for (int i = 0; i < replicas; i++) {
                members.add(
                        new ShardReplica("r" + i, 0, random.nextInt(10) + (i == 0 ? 1 : 0), true, someShards(count)));
            }
            ShardAssignment plan = ShardAssignment.of(count, members);
            long total = members.stream().mapToInt(ShardReplica::weight).sum();
            Map<String, Integer> counts = counts(plan, count);
            for (ShardReplica member : members) {
                double share = (double) count * member.weight() / total;
                assertThat((double) counts.getOrDefault(member.id(), 0))
                        .as("share of %s of %s in round %s", member, members, round)
                        .isGreaterThan(share - 1)
                        .isLessThan(share + 1);
            }
        }
    }

    @Test // LEASE-11
    void joiningOrLeavingReplicaMovesNoMoreThanItsShare() {
        System.out.println("seed " + seed);
        for (int round = 0; round < 300; round++) {
            int count = 1 + random.nextInt(200);
            List<String> ids = new ArrayList<>();
            List<ShardReplica> fleet = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                boolean join = fleet.isEmpty() || random.nextBoolean();
                int before = fleet.size();
                if (join) {
                    ids.add("r" + random.nextInt(1_000_000) + "-" + ids.size());
                    fleet.add(new ShardReplica(ids.get(ids.size() - 1), 0, 1, true, new BitSet()));
                } else {
                    fleet.remove(random.nextInt(fleet.size()));
                }
                int most = (count + Math.max(before, fleet.size()) - 1) / Math.max(1, Math.max(before, fleet.size()));
                Moved moved = settle(count, fleet);
                if (before > 0 && !fleet.isEmpty()) {
                    assertThat(moved.changed).as("shards that moved").isLessThanOrEqualTo(most);
                }
                fleet = moved.fleet;
            }
        }
    }

    @Test // LEASE-11
    void deputiesAreTheReplicasThatWouldOwnTheShardWithoutItsOwner() {
        System.out.println("seed " + seed);
        for (int round = 0; round < 200; round++) {
            int count = 1 + random.nextInt(100);
            List<ShardReplica> fleet = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(8); i++) {
                fleet.add(new ShardReplica("r" + i, random.nextInt(2), 1 + random.nextInt(3), true, new BitSet()));
            }
            List<ShardReplica> settled = settle(count, fleet).fleet;
            ShardAssignment plan = ShardAssignment.of(count, settled);
            ShardReplica dead = settled.get(random.nextInt(settled.size()));
            List<ShardReplica> rest = new ArrayList<>(settled);
            rest.remove(dead);
            ShardAssignment after = ShardAssignment.of(count, rest);
            for (int shard = 0; shard < count; shard++) {
                if (dead.id().equals(plan.owner(shard))) {
                    assertThat(plan.deputy(shard)).isEqualTo(after.owner(shard)).isNotEqualTo(dead.id());
                } else {
                    assertThat(plan.deputy(shard)).isNotEqualTo(plan.owner(shard));
                }
            }
        }
    }

    @Test // LEASE-11
    void planDoesNotDependOnTheOrderOfReplicas() {
        List<ShardReplica> fleet = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            fleet.add(new ShardReplica("r" + i, 0, 1 + i % 3, true, someShards(64)));
        }
        Map<Integer, String> first = owners(ShardAssignment.of(64, fleet), 64);
        Collections.shuffle(fleet, random);
        assertThat(owners(ShardAssignment.of(64, fleet), 64)).isEqualTo(first);
    }

    @Test // LEASE-11
    void onlyTheHealthyOfTheHighestPriorityOwnAnything() {
        List<ShardReplica> fleet = List.of(
                new ShardReplica("spare", 0, 5, true, new BitSet()),
                new ShardReplica("ill", 2, 5, false, new BitSet()),
                new ShardReplica("idle", 2, 0, true, new BitSet()),
                new ShardReplica("main", 1, 1, true, new BitSet()));
        ShardAssignment plan = ShardAssignment.of(10, fleet);
        assertThat(counts(plan, 10)).isEqualTo(Map.of("main", 10));
        assertThat(plan.deputy(3)).isEqualTo("spare");
    }

    @Test // LEASE-11
    void withoutReplicasShardsHaveNoOwner() {
        assertThat(ShardAssignment.of(3, List.of(new ShardReplica("ill", 0, 1, false, new BitSet())))
                        .owner(0))
                .isNull();
        assertThat(ShardAssignment.of(3, List.of()).owner(2)).isNull();
    }

    private record Moved(List<ShardReplica> fleet, int changed) {}

    /** The fleet after everybody has followed the plan, and how many shards changed hands. */
    private static Moved settle(int count, List<ShardReplica> fleet) {
        ShardAssignment plan = ShardAssignment.of(count, fleet);
        Map<String, BitSet> held = new HashMap<>();
        int changed = 0;
        for (int shard = 0; shard < count; shard++) {
            String owner = plan.owner(shard);
            if (owner != null) {
                held.computeIfAbsent(owner, id -> new BitSet()).set(shard);
            }
            changed += Objects.equals(owner, plan.holder(shard)) ? 0 : 1;
        }
        List<ShardReplica> settled = fleet.stream()
                .map(m -> new ShardReplica(
                        m.id(), m.priority(), m.weight(), m.healthy(), held.getOrDefault(m.id(), new BitSet())))
                .toList();
        return new Moved(new ArrayList<>(settled), changed);
    }

    private BitSet someShards(int count) {
        BitSet held = new BitSet();
        for (int i = 0; i < count / 3; i++) {
            held.set(random.nextInt(count));
        }
        return held;
    }

    private static Map<String, Integer> counts(ShardAssignment plan, int count) {
        Map<String, Integer> counts = new HashMap<>();
        owners(plan, count).values().forEach(owner -> counts.merge(owner, 1, Integer::sum));
        return counts;
    }

    private static Map<Integer, String> owners(ShardAssignment plan, int count) {
        Map<Integer, String> owners = new HashMap<>();
        for (int shard = 0; shard < count; shard++) {
            String owner = plan.owner(shard);
            if (owner != null) {
                owners.put(shard, owner);
            }
        }
        return owners;
    }
}
