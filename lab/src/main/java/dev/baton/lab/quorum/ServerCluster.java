package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Servers that others wrote, one process each, which are asked over their own protocol who leads: every millisecond,
 * as a client that waits for the next leader would.
 */
final class ServerCluster extends PeerCluster {

    /** What is particular about one kind of server. */
    interface Kind {
        List<String> command(String id) throws IOException;

        /** Whether this server says that it leads; no answer is no. */
        boolean leads(String id);

        /** Whether this server knows who leads. */
        boolean isEnabled(String id);
    }

    private final Kind kind;
    private final Path log;

    ServerCluster(Kind kind, Path log) {
        this.kind = kind;
        this.log = log;
    }

    @Override
    LabProcess launch(String id) throws IOException {
        return LabProcess.start(kind.command(id), log);
    }

    @Override
    boolean isEnabled(String id) {
        return kind.isEnabled(id);
    }

    @Override
    Optional<Leader> leader(String but, Map<String, LabProcess> among) {
        for (String id : IDS) {
            if (!id.equals(but) && kind.leads(id)) {
                return Optional.of(new Leader(id, System.nanoTime()));
            }
        }
        return Optional.empty();
    }
}
