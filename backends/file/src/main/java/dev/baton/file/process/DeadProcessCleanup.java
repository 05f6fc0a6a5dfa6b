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
import java.util.stream.Collectors;

/** Removes the files of processes that ended a while ago. Mesh thread only. */
final class DeadProcessCleanup {

    /** Longer than a claim stays fresh: until then the liveness file is needed as evidence. */
    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final DirectoryLayout layout;
    private final DeathEvidence evidence;
    private final Map<String, Long> deadSince = new HashMap<>();

    DeadProcessCleanup(DirectoryLayout layout, DeathEvidence evidence) {
        this.layout = layout;
        this.evidence = evidence;
    }

    void run(List<LiveProcess> others) {
        deadSince.keySet().retainAll(others.stream().map(LiveProcess::name).collect(Collectors.toSet()));
        long now = System.nanoTime();
        for (LiveProcess other : others) {
            try {
                if (!evidence.hasEndedWithHolds(other.name())) {
                    deadSince.remove(other.name());
                } else if (now - deadSince.computeIfAbsent(other.name(), name -> now) > KEEP_NANOS) {
                    removeFiles(other);
                }
            } catch (IOException failed) {
                PeerProcesses.LOG.debug("could not remove the files of {}; trying again later", other.name(), failed);
            }
        }
    }

    private void removeFiles(LiveProcess dead) throws IOException {
        Optional<NativeFile> file = NativeFile.open(layout.liveness(dead.name()));
        if (file.isEmpty()) {
            return;
        }
        try (NativeFile liveness = file.get()) {
            if (!liveness.tryLock()) {
                return;
            }
            for (Path hold : evidence.holds(dead.name())) {
                Files.deleteIfExists(hold);
            }
            Files.deleteIfExists(layout.socket(dead.name()));
            dead.socketPath().ifPresent(SocketPath::removeOfDeadProcess);
            for (Path roster : DirectoryLayout.list(layout.roster())) {
                if (roster.getFileName().toString().startsWith(dead.name())) {
                    Files.deleteIfExists(roster);
                }
            }
            Files.deleteIfExists(layout.liveness(dead.name()));
        }
    }
}
