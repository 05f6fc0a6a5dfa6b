package dev.baton.console.watch;

import dev.baton.console.history.ConsoleTenure;
import java.util.Comparator;
import java.util.List;

/**
 * An election and its latest tenures.
 *
 * @param tenures the latest tenures, oldest first
 */
public record ElectionPast(ElectionRow row, List<ConsoleTenure> tenures) {
    /**
     * The worst elections first: without a leader, with a silent one, with overlapping tenures, with the most unplanned
     * changes.
     */
    static final Comparator<ElectionPast> WORST_FIRST = Comparator.comparing((ElectionPast past) -> past.row.isLed())
            .thenComparing(past -> past.row.live().leader().isPresent())
            .thenComparing(past -> past.row.summary().overlaps().isEmpty())
            .thenComparing(past -> -past.row.summary().unplanned().size())
            .thenComparing(past -> -past.row.summary().changes().size())
            .thenComparing(past -> past.row.key().election())
            .thenComparing(past -> past.row.key().store());
}
