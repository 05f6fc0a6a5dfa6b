package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.schedule.FaultKind;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** The servers of an engine, started for one trial. */
interface EngineServers {
    List<? extends TrialServer> all();

    /** Returns the URL of the elections without their timing, if the servers are reached at these ports, in their order. */
    String url(List<Integer> ports);

    /** Returns what the servers are, for the report. */
    String description();

    /** Returns the faults of a server. */
    default Set<FaultKind> faults() {
        return ServerFaults.KINDS;
    }

    void close() throws IOException;
}
