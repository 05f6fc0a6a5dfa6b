package dev.baton.reconcile.shards;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The owner of each shard, and its deputy: a pure function of the replicas.
 *
 * <p>Every replica keeps the shards that it holds, up to its share. Only shards beyond that, and shards without a holder, are
 * assigned to replicas below their share. The deputy of a shard is the replica that would own it if its owner were absent. So
 * when a replica dies, its shards are in their final place as soon as its deputies have acquired them.
 */
final class ShardAssignment {
    private static final int NONE = -1;

    private final List<ShardReplica> members;
    private final int[] owners;
    private final int[] holders;
    private final int[] deputies;

    private ShardAssignment(List<ShardReplica> members, int[] owners, int[] holders, int[] deputies) {
        this.members = members;
        this.owners = owners;
        this.holders = holders;
        this.deputies = deputies;
    }

    /** Returns the plan. The order of the replicas does not matter. */
    static ShardAssignment of(int count, List<ShardReplica> unordered) {
        List<ShardReplica> members = new ArrayList<>(unordered);
        members.sort(Comparator.comparing(ShardReplica::id));
        int[] holders = new int[count];
        Arrays.fill(holders, NONE);
        for (int m = members.size() - 1; m >= 0; m--) {
            BitSet held = members.get(m).held();
            for (int shard = held.nextSetBit(0); shard >= 0 && shard < count; shard = held.nextSetBit(shard + 1)) {
                holders[shard] = m;
            }
        }
        int[] owners = assign(members, holders, NONE);
        return new ShardAssignment(members, owners, holders, deputies(members, owners));
    }

    /** Returns the assignment by another rule. The deputy of a shard is its owner by that rule without its owner. */
    static ShardAssignment of(int count, List<ShardReplica> unordered, ShardPlan plan) {
        ShardAssignment balanced = of(count, unordered);
        List<ShardReplica> members = balanced.members;
        int[] owners = planned(count, members, plan, NONE);
        int[] deputies = new int[count];
        Arrays.fill(deputies, NONE);
        for (int gone : Arrays.stream(owners).filter(m -> m != NONE).distinct().toArray()) {
            int[] without = planned(count, members, plan, gone);
            for (int shard = 0; shard < count; shard++) {
                if (owners[shard] == gone) {
                    deputies[shard] = without[shard];
                }
            }
        }
        return new ShardAssignment(members, owners, balanced.holders, deputies);
    }

    /** Returns the owners by a rule of the user. An id that is no member's, or a missing one, is no owner. */
    private static int[] planned(int count, List<ShardReplica> members, ShardPlan plan, int gone) {
        int highest = highestPriority(members, gone);
        Map<String, Integer> numbers = new HashMap<>();
        List<ShardMember> eligible = new ArrayList<>();
        for (int m = 0; m < members.size(); m++) {
            ShardReplica member = members.get(m);
            if (m != gone && member.mayOwn() && member.priority() == highest) {
                numbers.put(member.id(), m);
                eligible.add(new ShardMember(
                        member.id(),
                        member.weight(),
                        member.held().stream().boxed().collect(Collectors.toUnmodifiableSet())));
            }
        }
        int[] owners = new int[count];
        Arrays.fill(owners, NONE);
        if (!eligible.isEmpty()) {
            List<Optional<String>> chosen = plan.owners(count, List.copyOf(eligible));
            for (int shard = 0; shard < Math.min(count, chosen.size()); shard++) {
                owners[shard] = chosen.get(shard).map(numbers::get).orElse(NONE);
            }
        }
        return owners;
    }

    private static int highestPriority(List<ShardReplica> members, int gone) {
        int highest = Integer.MIN_VALUE;
        for (int m = 0; m < members.size(); m++) {
            if (m != gone && members.get(m).mayOwn()) {
                highest = Math.max(highest, members.get(m).priority());
            }
        }
        return highest;
    }

    private static int[] deputies(List<ShardReplica> members, int[] owners) {
        int[] deputies = new int[owners.length];
        Arrays.fill(deputies, NONE);
        List<List<Integer>> shardsOf = new ArrayList<>();
        members.forEach(member -> shardsOf.add(new ArrayList<>()));
        for (int shard = 0; shard < owners.length; shard++) {
            if (owners[shard] != NONE) {
                shardsOf.get(owners[shard]).add(shard);
            }
        }
        for (int gone = 0; gone < members.size(); gone++) {
            if (shardsOf.get(gone).isEmpty()) {
                continue;
            }
            int[] free = shares(owners.length, members, gone);
            boolean onlyDeputiesGain = true;
            for (int m = 0; m < free.length; m++) {
                free[m] -= m == gone ? 0 : shardsOf.get(m).size();
                onlyDeputiesGain &= free[m] >= 0;
            }
            if (onlyDeputiesGain) {
                fill(members, shardsOf.get(gone), free, deputies);
            } else {
                int[] without = assign(members, owners, gone);
                shardsOf.get(gone).forEach(shard -> deputies[shard] = without[shard]);
            }
        }
        return deputies;
    }

    /** Returns the replica that should own the shard. */
    @Nullable
    String owner(int shard) {
        return name(owners[shard]);
    }

    /** Returns the replica that should acquire the shard if its owner is absent. */
    @Nullable
    String deputy(int shard) {
        return name(deputies[shard]);
    }

    /** Returns the replica that reports to hold the shard. */
    @Nullable
    String holder(int shard) {
        return name(holders[shard]);
    }

    private @Nullable String name(int member) {
        return member == NONE ? null : members.get(member).id();
    }

    private static int[] assign(List<ShardReplica> members, int[] held, int gone) {
        int[] free = shares(held.length, members, gone);
        int[] owners = new int[held.length];
        List<Integer> pool = new ArrayList<>();
        for (int shard = 0; shard < held.length; shard++) {
            int holder = held[shard];
            if (holder != NONE && free[holder] > 0) {
                owners[shard] = holder;
                free[holder]--;
            } else {
                owners[shard] = NONE;
                pool.add(shard);
            }
        }
        fill(members, pool, free, owners);
        return owners;
    }

    /** Assigns each shard of the pool to a replica with free places, while there are any. */
    private static void fill(List<ShardReplica> members, List<Integer> pool, int[] free, int[] owners) {
        int[] open = IntStream.range(0, free.length).filter(m -> free[m] > 0).toArray();
        for (int shard : pool) {
            int best = NONE;
            long highest = 0;
            for (int m : open) {
                if (free[m] > 0) {
                    long score = score(shard, members.get(m).id());
                    if (best == NONE || score > highest) {
                        best = m;
                        highest = score;
                    }
                }
            }
            owners[shard] = best;
            if (best != NONE) {
                free[best]--;
            }
        }
    }

    private static int[] shares(int count, List<ShardReplica> members, int gone) {
        int highest = highestPriority(members, gone);
        int[] weights = new int[members.size()];
        for (int m = 0; m < weights.length; m++) {
            ShardReplica member = members.get(m);
            weights[m] = m != gone && member.mayOwn() && member.priority() == highest ? member.weight() : 0;
        }
        return ShardShares.of(count, weights);
    }

    /** The same in every process, and different enough from shard to shard that free places are filled evenly. */
    private static long score(int shard, String id) {
        long mixed = (id.hashCode() + 0x9E3779B97F4A7C15L * (shard + 1));
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
