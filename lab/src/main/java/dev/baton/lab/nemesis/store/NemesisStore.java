package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A store that was started for one trial. */
public interface NemesisStore extends AutoCloseable {

    /** Returns the URL for a process. */
    String url(String process);

    /** Returns what serves the store, if its URL does not say it; empty otherwise. */
    default String description() {
        return "";
    }

    /** Returns the URL for a process with a longer validity than the others have. */
    String changedUrl(String process);

    /** Returns the URL with another name of the store's file, if it has one. */
    default String secondUrl(String process) {
        return url(process);
    }

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

    /** Returns whether processes of several users can use the store. */
    default boolean isSharedByUsers() {
        return false;
    }

    /** Returns what the processes have done to files that do not belong to the store. */
    default List<String> damaged() throws IOException {
        return List.of();
    }

    /** Returns the faults of this store, beside those against processes. */
    Set<FaultKind> faults();

    /** Returns a fault of this store against one of the processes or against the store itself. */
    ActiveFault fault(PlannedFault fault, TrialProcesses processes);

    /** Returns the proxies of all links of a process; empty if the store has no network. */
    default List<FaultProxy> links(String process) {
        return List.of();
    }

    /** Returns the JDBC URL of a database in which leaders write a row, if there is one. */
    default Optional<String> sql(String process) {
        return Optional.empty();
    }

    /** Returns what exists in the store although all processes have ended. */
    List<String> left() throws Exception;

    @Override
    void close() throws IOException;
}
