package dev.baton.lab.nemesis.history;

import java.util.List;
import java.util.stream.Stream;

/**
 * All that one process recorded.
 *
 * @param process the name of the process and the number of its start; empty for the trial itself
 * @param kind what recorded it
 */
public record ProcessHistory(String process, Kind kind, List<HistoryEvent> events) {

    /** What can record a history. */
    public enum Kind {
        /** A process with candidates of the public API. */
        CANDIDATES,
        /** A {@code baton run}. */
        RUN,
        /** The commands of a {@code baton run}. */
        COMMAND,
        /** The process that injects the faults. */
        TRIAL
    }

    public ProcessHistory {
        events = List.copyOf(events);
    }

    /** Returns the events of one type. */
    public <E extends HistoryEvent> Stream<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    /** Returns the events of one type in all histories. */
    static <E extends HistoryEvent> Stream<E> all(List<ProcessHistory> histories, Class<E> type) {
        return histories.stream().flatMap(history -> history.all(type));
    }
}
