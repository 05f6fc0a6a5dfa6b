package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;

/** Something that leaders write to. */
interface LeaderResource {
    /** Returns the name in histories. */
    String name();

    /**
     * Writes the epoch of the leadership. An exception means that the outcome is not known.
     *
     * @param sent restarted before each attempt after the first one
     */
    WriteOutcome write(Leadership leadership, SendTime sent) throws Exception;
}
