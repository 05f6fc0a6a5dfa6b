package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A store that was started for one trial. */
public interface NemesisStore extends AutoCloseable {

    /** Returns the URL for a process. */
    String url(String process);

    /** Returns the URL for a process with a longer validity than the others have. */
    String changedUrl(String process);

    /** Returns the validity of leaderships. */
    Duration validity();

    /** Returns whether the processes must be given that validity, because it is not part of the URL. */
    default boolean setsValidity() {
        return false;
    }

    /** Returns the documented time until every election has a leader again after a fault. */
    Duration recovery();

    /** Returns whether one process may have another wall clock than the others. */
    default boolean toleratesForeignClock() {
        return true;
    }

    /** Returns the faults of this store, beside those against processes. */
    Set<FaultKind> faults();

    /** Returns a fault of this store against one of the processes or against the store itself. */
    ActiveFault fault(PlannedFault fault, TrialProcesses processes);

    /** Returns the JDBC URL of a database in which leaders write a row, if there is one. */
    default Optional<String> sql(String process) {
        return Optional.empty();
    }

    /** Returns what exists in the store although all processes have ended. */
    List<String> left() throws Exception;

    @Override
    void close() throws IOException;
}
