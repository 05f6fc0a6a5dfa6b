package dev.baton.lab.peers;

import dev.baton.lab.nemesis.fault.FakeClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the processes of a system need: a running store, or machines. Closed after they have ended. */
interface PeerGround extends AutoCloseable {

    /** Returns the names of the processes. */
    List<String> names();

    /**
     * Starts a process, for the first time or again, and waits until it takes part.
     *
     * @param history the file for its readings
     * @param clock its wall clock; empty for that of the machine
     */
    PeerMember start(String name, Path history, Optional<FakeClock> clock) throws Exception;

    /** Returns why no fault of this kind can be injected; empty if it can. */
    Optional<String> refusal(PeerFault fault);

    /** Drops all packets of a process, without closing a connection. */
    void cut(String name);

    void heal(String name);

    /** Returns the name and the version of what serves the processes. */
    String server() throws Exception;

    @Override
    void close() throws IOException;
}
