package dev.baton.reconcile.shards;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
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
        int[] shares = new int[weights.length];
        IntSummaryStatistics sharing =
                Arrays.stream(weights).filter(weight -> weight > 0).summaryStatistics();
        if (sharing.getCount() == 0) {
            return shares;
        }
        // A fast path for the usual case: a plan considers the absence of every replica.
        if (sharing.getMin() == sharing.getMax()) {
            int sharers = (int) sharing.getCount();
            for (int i = 0, rank = 0; i < weights.length; i++) {
                if (weights[i] > 0) {
                    shares[i] = count / sharers + (rank++ < count % sharers ? 1 : 0);
                }
            }
            return shares;
        }
        long total = sharing.getSum();
        int left = count;
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
}
