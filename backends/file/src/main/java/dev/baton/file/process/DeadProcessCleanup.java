package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Removes the files of processes that ended a while ago. Mesh thread only. */
final class DeadProcessCleanup {

    /** Longer than a claim stays fresh: until then the liveness file is needed as evidence. */
    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final DirectoryLayout layout;
    private final DeathEvidence evidence;
    private final LongSupplier nanos;
    private final Map<String, Long> deadSince = new HashMap<>();

    DeadProcessCleanup(DirectoryLayout layout, DeathEvidence evidence, LongSupplier nanos) {
        this.layout = layout;
        this.evidence = evidence;
        this.nanos = nanos;
    }

    void run(List<LiveProcess> others) {
        deadSince.keySet().retainAll(others.stream().map(LiveProcess::name).collect(Collectors.toSet()));
        long now = nanos.getAsLong();
        for (LiveProcess other : others) {
            try {
                if (!evidence.isAbandoned(other.owner())) {
                    deadSince.remove(other.name());
                } else if (now - deadSince.computeIfAbsent(other.name(), name -> now) > KEEP_NANOS) {
                    removeFiles(other);
                }
            } catch (IOException failed) {
                PeerProcesses.LOG.debug("could not remove the files of {}; trying again later", other.name(), failed);
            }
        }
    }

    /** Removes the files whose name, up to its first dot or underscore, is exactly that of the process. */
    private static void removeAllOf(LiveProcess dead, Path folder) throws IOException {
        for (Path file : DirectoryLayout.list(folder)) {
            String name = file.getFileName().toString();
            if (name.split("[_.]", 2)[0].equals(dead.name()) && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(file);
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
            SocketPath.find(layout, dead.name()).ifPresent(SocketPath::remove);
            removeAllOf(dead, layout.roster());
            removeAllOf(dead, layout.live());
        }
    }
}
