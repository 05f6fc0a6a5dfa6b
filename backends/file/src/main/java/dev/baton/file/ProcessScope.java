package dev.baton.file;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.record.LockRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The state that all backends of this process share for one directory. Thread-safe. */
record ProcessScope(PeerProcesses peers, LocalClaims claims, Executor afterExpiry) {
    private static final Map<Path, ProcessScope> SCOPES = new HashMap<>();

    /** Creates a separate scope, as another process would have. */
    ProcessScope(DirectoryLayout layout) {
        this(
                layout,
                CompletableFuture.delayedExecutor(
                        LockRecord.STALE_AFTER.plusSeconds(1).toMillis(), MILLISECONDS));
    }

    /**
     * Creates a separate scope.
     *
     * @param afterExpiry runs a task after a claim that is not renewed any more has become stale
     */
    ProcessScope(DirectoryLayout layout, Executor afterExpiry) {
        this(new PeerProcesses(layout), new LocalClaims(), afterExpiry);
    }

    /** Adds the handler to the scope of this process for the directory. */
    static ProcessScope join(Path directory, PeerProcesses.PeerHandler handler) {
        synchronized (SCOPES) {
            ProcessScope scope =
                    SCOPES.computeIfAbsent(canonical(directory), path -> new ProcessScope(new DirectoryLayout(path)));
            scope.peers.add(handler);
            return scope;
        }
    }

    /** Removes a backend. After the last one, and after its unreleased claims are stale, the liveness file is removed. */
    void leave(FileBackend backend, PeerProcesses.PeerHandler handler) {
        synchronized (SCOPES) {
            peers.remove(handler);
            closeIfUnused();
        }
        if (claims.hasAnyOf(backend)) {
            afterExpiry.execute(() -> {
                synchronized (SCOPES) {
                    claims.dropAllOf(backend);
                    closeIfUnused();
                }
            });
        }
    }

    private void closeIfUnused() {
        if (peers.isUnused() && claims.isEmpty()) {
            SCOPES.values().remove(this);
            peers.removeLivenessFile();
        }
    }

    /** Returns the same path before and after the directory is created, and for every link to it. */
    private static Path canonical(Path directory) {
        Path existing = existingAncestor(directory);
        try {
            return existing.toRealPath().resolve(existing.relativize(directory)).normalize();
        } catch (IOException unreadable) {
            return directory;
        }
    }

    static Path existingAncestor(Path directory) {
        Path path = directory;
        while (!Files.exists(path) && path.getParent() != null) {
            path = path.getParent();
        }
        return path;
    }
}
