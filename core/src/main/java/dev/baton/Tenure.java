package dev.baton;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One reign of the past or the present.
 *
 * @param to when it ended; empty while it lasts or when nobody wrote it down
 * @param reason why it ended, in the words of {@link dev.baton.EndReason#code()}
 */
public record Tenure(long epoch, String instanceId, Instant from, Optional<Instant> to, Optional<String> reason) {

    /** How many of these reigns began before one of a lower epoch had ended; an end that nobody wrote down counts as early enough. */
    public static long overlapping(List<Tenure> reigns) {
        List<Tenure> inOrder = new ArrayList<>(reigns);
        inOrder.sort(Comparator.comparingLong(Tenure::epoch));
        Instant latestEnd = Instant.MIN;
        long overlapping = 0;
        for (Tenure reign : inOrder) {
            overlapping += reign.from.isBefore(latestEnd) ? 1 : 0;
            Instant end = reign.to.orElse(Instant.MIN);
            latestEnd = end.isAfter(latestEnd) ? end : latestEnd;
        }
        return overlapping;
    }
}
