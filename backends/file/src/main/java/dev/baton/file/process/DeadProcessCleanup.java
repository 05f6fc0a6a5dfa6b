package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what dead processes left, once nobody can need the proof of their death any more. Mesh thread
 * only.
 */
final class DeadProcessCleanup {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Longer than any claim of a dead process stays fresh. */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final DirectoryLayout layout;
    private final DeathEvidence proof;
    private final Map<String, Long> deadSince = new HashMap<>();

    DeadProcessCleanup(DirectoryLayout layout, LocalProcess us) {
        this.layout = layout;
        this.proof = new DeathEvidence(layout, us);
    }

    void sweep(List<LiveProcess> others) {
        deadSince
                .keySet()
                .removeIf(
                        name -> others.stream().noneMatch(other -> other.name().equals(name)));
        long now = System.nanoTime();
        for (LiveProcess other : others) {
            try {
                if (!proof.hasEnded(other.name())) {
                    deadSince.remove(other.name());
                } else if (now - deadSince.computeIfAbsent(other.name(), name -> now) > REST_NANOS) {
                    bury(other);
                }
            } catch (IOException leftForNextTime) {
                LOG.debug("could not clear up after {}", other.name(), leftForNextTime);
            }
        }
    }

    private void bury(LiveProcess dead) throws IOException {
        Optional<NativeFile> file = NativeFile.open(layout.liveness(dead.name()));
        if (file.isEmpty()) {
            return;
        }
        try (NativeFile liveness = file.get()) {
            if (!liveness.tryLock()) {
                return;
            }
            for (Path hold : proof.holds(dead.name())) {
                Files.deleteIfExists(hold);
            }
            Files.deleteIfExists(layout.live().resolve(dead.name() + DirectoryLayout.SOCKET_SUFFIX));
            dead.address().ifPresent(SocketPath::removeElsewhere);
            for (Path roster : DirectoryLayout.list(layout.roster())) {
                if (roster.getFileName().toString().startsWith(dead.name())) {
                    Files.deleteIfExists(roster);
                }
            }
            Files.deleteIfExists(layout.liveness(dead.name()));
        }
    }
}
