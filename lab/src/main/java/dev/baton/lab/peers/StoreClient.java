package dev.baton.lab.peers;

import dev.baton.lab.nemesis.store.NemesisStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How the processes of a system take part in an election on a store. */
interface StoreClient {

    /**
     * Starts a process and waits until it takes part.
     *
     * @param environment words before the command of the process
     */
    PeerMember start(NemesisStore store, String name, Path history, List<String> environment) throws Exception;

    /** Returns why no fault of this kind can be injected; empty if it can. */
    default Optional<String> refusal(PeerFault fault) {
        return Optional.empty();
    }
}
