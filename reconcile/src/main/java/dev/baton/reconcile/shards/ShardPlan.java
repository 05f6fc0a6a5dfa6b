package dev.baton.reconcile.shards;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who should own each shard, and who should follow if that one goes: a pure function of the members.
 *
 * <p>Everybody keeps what it holds up to its number of seats; only what is beyond that, or held by nobody, is
 * given to those with seats to fill. A shard's deputy is whoever would get it if its owner's holder were not
 * there, so when a replica dies its shards are where they belong as soon as its deputies have taken them.
 */
final class ShardPlan {
    private static final int NOBODY = -1;

    private final List<ShardReplica> members;
    private final int[] owners;
    private final int[] holders;
    private final int[] deputies;

    private ShardPlan(List<ShardReplica> members, int[] owners, int[] holders, int[] deputies) {
        this.members = members;
        this.owners = owners;
        this.holders = holders;
        this.deputies = deputies;
    }

    /** The plan for so many shards; the order of the members does not matter. */
    static ShardPlan of(int count, List<ShardReplica> unordered) {
        List<ShardReplica> members = new ArrayList<>(unordered);
        members.sort(Comparator.comparing(ShardReplica::id));
        int[] holders = new int[count];
        Arrays.fill(holders, NOBODY);
        for (int m = members.size() - 1; m >= 0; m--) {
            BitSet held = members.get(m).held();
            for (int shard = held.nextSetBit(0); shard >= 0 && shard < count; shard = held.nextSetBit(shard + 1)) {
                holders[shard] = m;
            }
        }
        int[] owners = given(members, holders, NOBODY);
        return new ShardPlan(members, owners, holders, deputies(members, owners));
    }

    private static int[] deputies(List<ShardReplica> members, int[] owners) {
        int[] deputies = new int[owners.length];
        Arrays.fill(deputies, NOBODY);
        int[] owned = new int[members.size()];
        List<List<Integer>> estates = new ArrayList<>();
        members.forEach(member -> estates.add(new ArrayList<>()));
        for (int shard = 0; shard < owners.length; shard++) {
            if (owners[shard] != NOBODY) {
                owned[owners[shard]]++;
                estates.get(owners[shard]).add(shard);
            }
        }
        for (int gone = 0; gone < owned.length; gone++) {
            if (owned[gone] == 0) {
                continue;
            }
            int[] room = seats(owners.length, members, gone);
            boolean onlyHeirsGain = true;
            for (int m = 0; m < room.length; m++) {
                room[m] -= m == gone ? 0 : owned[m];
                onlyHeirsGain &= room[m] >= 0;
            }
            if (onlyHeirsGain) {
                give(members, estates.get(gone), room, deputies);
            } else {
                int[] without = given(members, owners, gone);
                estates.get(gone).forEach(shard -> deputies[shard] = without[shard]);
            }
        }
        return deputies;
    }

    /** Who should own it. */
    @Nullable
    String owner(int shard) {
        return name(owners[shard]);
    }

    /** Who should take it if its owner goes. */
    @Nullable
    String deputy(int shard) {
        return name(deputies[shard]);
    }

    /** Who says that it holds it. */
    @Nullable
    String holder(int shard) {
        return name(holders[shard]);
    }

    private @Nullable String name(int member) {
        return member == NOBODY ? null : members.get(member).id();
    }

    private static int[] given(List<ShardReplica> members, int[] held, int gone) {
        int[] room = seats(held.length, members, gone);
        int[] owners = new int[held.length];
        List<Integer> pool = new ArrayList<>();
        for (int shard = 0; shard < held.length; shard++) {
            int holder = held[shard];
            if (holder != NOBODY && room[holder] > 0) {
                owners[shard] = holder;
                room[holder]--;
            } else {
                owners[shard] = NOBODY;
                pool.add(shard);
            }
        }
        give(members, pool, room, owners);
        return owners;
    }

    /** Gives each shard of the pool to one of those that have room, while there is any. */
    private static void give(List<ShardReplica> members, List<Integer> pool, int[] room, int[] owners) {
        int[] open = open(room);
        for (int shard : pool) {
            int best = NOBODY;
            long highest = 0;
            for (int m : open) {
                if (room[m] > 0) {
                    long score = score(shard, members.get(m).id());
                    if (best == NOBODY || score > highest) {
                        best = m;
                        highest = score;
                    }
                }
            }
            owners[shard] = best;
            if (best != NOBODY) {
                room[best]--;
            }
        }
    }

    private static int[] open(int[] room) {
        int[] open = new int[room.length];
        int size = 0;
        for (int m = 0; m < room.length; m++) {
            if (room[m] > 0) {
                open[size++] = m;
            }
        }
        return Arrays.copyOf(open, size);
    }

    private static int[] seats(int count, List<ShardReplica> members, int gone) {
        int highest = Integer.MIN_VALUE;
        for (int m = 0; m < members.size(); m++) {
            if (m != gone && members.get(m).mayOwn()) {
                highest = Math.max(highest, members.get(m).priority());
            }
        }
        int[] weights = new int[members.size()];
        for (int m = 0; m < weights.length; m++) {
            ShardReplica member = members.get(m);
            weights[m] = m != gone && member.mayOwn() && member.priority() == highest ? member.weight() : 0;
        }
        return ShardShares.of(count, weights);
    }

    /** The same in every process; different enough from shard to shard that open seats fill evenly. */
    private static long score(int shard, String id) {
        long mixed = (id.hashCode() + 0x9E3779B97F4A7C15L * (shard + 1));
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
