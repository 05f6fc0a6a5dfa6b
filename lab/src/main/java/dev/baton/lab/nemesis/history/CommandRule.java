package dev.baton.lab.nemesis.history;

import dev.baton.lab.nemesis.history.RuleViolation.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** No command of an old tenure runs after the next tenure has begun, also if the next leader has no command. */
final class CommandRule implements HistoryRule {

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        Map<String, List<ProvenTenure>> tenures = ProvenTenure.byElection(histories);
        List<RuleViolation> found = new ArrayList<>();
        lastBeats(histories).forEach((process, beat) -> {
            long firstLater = Long.MAX_VALUE;
            for (ProvenTenure tenure : tenures.getOrDefault(beat.election(), List.of())) {
                if (tenure.epoch > beat.epoch()) {
                    firstLater = Math.min(firstLater, tenure.announced);
                }
            }
            if (beat.nanos() > firstLater) {
                found.add(new RuleViolation(
                        Kind.COMMAND_OVERLAP,
                        "election " + beat.election() + ": the command of epoch " + beat.epoch() + " ran "
                                + (beat.nanos() - firstLater) / 1_000_000 + " ms after the next tenure began ("
                                + process + ")",
                        beat.nanos()));
            }
        });
        return found;
    }

    /** Returns the last sign of life of every command. */
    private static Map<String, HistoryEvent.Beat> lastBeats(Collection<ProcessHistory> histories) {
        Map<String, HistoryEvent.Beat> last = new TreeMap<>();
        for (ProcessHistory history : histories) {
            history.all(HistoryEvent.Beat.class)
                    .forEach(beat -> last.merge(
                            history.process() + " " + beat.election() + " " + beat.epoch(),
                            beat,
                            (one, other) -> one.nanos() > other.nanos() ? one : other));
        }
        return last;
    }
}
