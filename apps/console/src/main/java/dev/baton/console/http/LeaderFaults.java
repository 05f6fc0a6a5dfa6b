package dev.baton.console.http;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Faults that the page offers to inject into the leader. Only a demonstration has them. */
public interface LeaderFaults {
    /** Returns the faults in the order of their buttons. */
    List<Fault> faults();

    /**
     * Injects one of the faults into the leader.
     *
     * @param id the id of one of {@link #faults()}
     * @return why the fault was not injected; empty if it was
     */
    Optional<String> inject(String id);

    /** Calls the listener with every further event of the demonstration, as a text for the page. */
    void listen(Consumer<String> listener);

    /**
     * A fault.
     *
     * @param id its name in requests
     * @param label the text of its button
     */
    record Fault(String id, String label) {}
}
