package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;

/** Something that leaders write to. */
interface LeaderResource {
    /** Returns the name in histories. */
    String name();

    /** Writes the epoch of the leadership. An exception means that the outcome is not known. */
    WriteOutcome write(Leadership leadership) throws Exception;
}
