package dev.baton;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One tenure, as the history of a store records it.
 *
 * <p>The times come from the wall clocks of the leaders or of the store. They are for display and for checks such as
 * {@link #overlappingPairs}; epochs decide the order.
 *
 * <pre>{@code
 * List<Tenure> history = baton.election("nightly-report").history();
 * long overlaps = Tenure.overlappingPairs(history);
 * history.forEach(tenure -> System.out.println(tenure.epoch() + " " + tenure.instanceId() + " " + tenure.from()));
 * }</pre>
 *
 * @param epoch the epoch; larger than that of every earlier tenure of the election
 * @param instanceId the instance id of the leader
 * @param from when the tenure began
 * @param to when the tenure ended; empty while it lasts, or if its end was not recorded
 * @param reason why the tenure ended, as an {@link EndReason#code()}; empty if it is not known
 */
public record Tenure(long epoch, String instanceId, Instant from, Optional<Instant> to, Optional<String> reason) {

    /**
     * Returns whether the tenure with the larger epoch began before the recorded end of the other one. A tenure without
     * a recorded end overlaps no later one, and tenures with the same epoch do not overlap.
     */
    public boolean overlaps(Tenure other) {
        Objects.requireNonNull(other, "other");
        if (epoch > other.epoch) {
            return other.overlaps(this);
        }
        return epoch < other.epoch && to.filter(other.from::isBefore).isPresent();
    }

    /** Returns the number of pairs of these tenures that {@linkplain #overlaps overlap}. */
    public static long overlappingPairs(List<Tenure> tenures) {
        Objects.requireNonNull(tenures, "tenures");
        List<Tenure> byEpoch = new ArrayList<>(tenures);
        byEpoch.sort(Comparator.comparingLong(Tenure::epoch));
        List<Instant> earlierEnds = new ArrayList<>();
        int earlier = 0;
        long pairs = 0;
        for (Tenure tenure : byEpoch) {
            for (; byEpoch.get(earlier).epoch < tenure.epoch; earlier++) {
                byEpoch.get(earlier).to.ifPresent(end -> earlierEnds.add(countUntil(end, earlierEnds), end));
            }
            pairs += earlierEnds.size() - countUntil(tenure.from, earlierEnds);
        }
        return pairs;
    }

    /** Returns how many of the sorted times are not after the given one. */
    private static int countUntil(Instant time, List<Instant> sorted) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted.get(middle).isAfter(time)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
