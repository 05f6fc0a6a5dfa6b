package dev.baton.reconcile.shards;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The number of shards of each replica.
 *
 * <p>Each replica gets its weighted share, rounded down. The remaining shards go one each to the replicas with the highest
 * quotient (the Sainte-Laguë method, within one of the share). With equal weights no replica gains shards when another joins,
 * and only its deputies gain shards when one leaves, so that no shard moves without need.
 */
final class ShardShares {

    private ShardShares() {}

    /** Returns the shares for the given weights, in their order. They add up to the count, or to 0 if all weights are 0. */
    static int[] of(int count, int[] weights) {
        long total = 0;
        for (int weight : weights) {
            total += weight;
        }
        int[] shares = new int[weights.length];
        if (total == 0) {
            return shares;
        }
        int left = count;
        // A fast path for the usual case: a plan considers the absence of every replica.
        if (sameForAll(weights)) {
            for (int i = 0, rank = 0; i < weights.length; i++) {
                if (weights[i] > 0) {
                    int sharers = (int) (total / weights[i]);
                    shares[i] = count / sharers + (rank++ < count % sharers ? 1 : 0);
                }
            }
            return shares;
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            shares[i] = (int) ((long) count * weights[i] / total);
            left -= shares[i];
            if ((long) count * weights[i] % total != 0) {
                order.add(i);
            }
        }
        order.sort(Comparator.<Integer>comparingDouble(i -> -weights[i] / (shares[i] + 0.5))
                .thenComparingInt(i -> i));
        for (int i = 0; i < left; i++) {
            shares[order.get(i)]++;
        }
        return shares;
    }

    private static boolean sameForAll(int[] weights) {
        int first = 0;
        for (int weight : weights) {
            if (weight > 0 && first > 0 && weight != first) {
                return false;
            }
            first = weight > 0 ? weight : first;
        }
        return true;
    }
}
