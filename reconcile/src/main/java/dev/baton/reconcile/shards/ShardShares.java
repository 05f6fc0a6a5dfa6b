package dev.baton.reconcile.shards;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How many shards each replica should have.
 *
 * <p>Everybody gets its weighted share rounded down; what is left goes one each to those whose next shard is
 * worth most (the method of Sainte-Laguë, within one of the share). With equal weights nobody gains when a
 * replica joins, and nobody but the heirs gains when one leaves, so no shard moves needlessly.
 */
final class ShardShares {

    private ShardShares() {}

    /** Seats for these weights, in their order; they add up to the count, or to 0 when there is no weight. */
    static int[] of(int count, int[] weights) {
        long total = 0;
        for (int weight : weights) {
            total += weight;
        }
        int[] seats = new int[weights.length];
        if (total == 0) {
            return seats;
        }
        int left = count;
        // The usual case, and a replica plans for the death of every other.
        if (sameForAll(weights)) {
            for (int i = 0, rank = 0; i < weights.length; i++) {
                if (weights[i] > 0) {
                    int sharers = (int) (total / weights[i]);
                    seats[i] = count / sharers + (rank++ < count % sharers ? 1 : 0);
                }
            }
            return seats;
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            seats[i] = (int) ((long) count * weights[i] / total);
            left -= seats[i];
            if ((long) count * weights[i] % total != 0) {
                order.add(i);
            }
        }
        order.sort(Comparator.<Integer>comparingDouble(i -> -weights[i] / (seats[i] + 0.5))
                .thenComparingInt(i -> i));
        for (int i = 0; i < left; i++) {
            seats[order.get(i)]++;
        }
        return seats;
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
