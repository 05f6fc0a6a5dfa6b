package dev.baton.file;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.disk.FolderNames;
import dev.baton.file.disk.LocalDisk;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.record.LockRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The state that all backends of this process share for one directory. Thread-safe. */
record ProcessScope(
        PeerProcesses peers, LocalClaims claims, Executor afterExpiry, FolderAge folderAge, LocalDisk disk) {
    private static final Map<Path, ProcessScope> SCOPES = new HashMap<>();

    /** Creates a separate scope, as another process would have, in which only renewals restore deleted files. */
    ProcessScope(DirectoryLayout layout) {
        this(layout, afterStale());
    }

    /**
     * Creates a separate scope, in which only renewals restore deleted files.
     *
     * @param afterExpiry runs a task after a claim that is not renewed any more has become stale
     */
    ProcessScope(DirectoryLayout layout, Executor afterExpiry) {
        this(
                new PeerProcesses(layout, false),
                new LocalClaims(),
                afterExpiry,
                FolderAge.unlimited(layout.epochs()),
                new LocalDisk(layout));
    }

    /** Creates the scope of a process that restores deleted files at once, and waits for others that do so. */
    static ProcessScope restoring(DirectoryLayout layout, FolderAge age) {
        return new ProcessScope(
                new PeerProcesses(layout, true), new LocalClaims(), afterStale(), age, new LocalDisk(layout));
    }

    private static Executor afterStale() {
        return CompletableFuture.delayedExecutor(
                LockRecord.STALE_AFTER.plusSeconds(1).toMillis(), MILLISECONDS);
    }

    /** Adds the handler to the scope of this process for the directory. */
    static ProcessScope join(Path directory, PeerProcesses.PeerHandler handler) {
        synchronized (SCOPES) {
            ProcessScope scope = SCOPES.computeIfAbsent(FolderNames.resolve(directory), path -> {
                DirectoryLayout layout = new DirectoryLayout(path);
                return restoring(layout, FolderAge.of(layout.epochs()));
            });
            scope.names().add(directory.toAbsolutePath().normalize());
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

    /** Returns the paths under which this process uses the directory. */
    FolderNames names() {
        return peers.names();
    }

    static Path existingAncestor(Path directory) {
        Path path = directory;
        while (!Files.exists(path) && path.getParent() != null) {
            path = path.getParent();
        }
        return path;
    }
}
