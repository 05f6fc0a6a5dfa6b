package dev.baton.lab.nemesis.candidate;

import dev.baton.CandidateEvent;
import dev.baton.lab.nemesis.history.HistoryEvent;
import java.util.Optional;

/** The line of a history for an event of a candidate. */
final class HistoryEvents {
    private HistoryEvents() {}

    /** Returns the line, with the time of now; empty if the event neither begins nor ends a tenure. */
    static Optional<HistoryEvent> of(String election, int candidate, CandidateEvent event) {
        long now = System.nanoTime();
        if (event instanceof CandidateEvent.Acquired acquired) {
            return Optional.of(new HistoryEvent.Acquired(election, acquired.epoch(), candidate, now));
        }
        if (event instanceof CandidateEvent.Released end) {
            String how = "released:" + end.reason().code();
            return Optional.of(new HistoryEvent.Ended(election, end.epoch(), candidate, now, how));
        }
        if (event instanceof CandidateEvent.Lost end) {
            String how = "lost:" + end.reason().code();
            return Optional.of(new HistoryEvent.Ended(election, end.epoch(), candidate, now, how));
        }
        return Optional.empty();
    }
}
