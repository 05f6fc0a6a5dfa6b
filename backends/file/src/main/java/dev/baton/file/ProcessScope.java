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

/**
 * What all backends of this process share in one directory: their place among the other processes, and
 * the claims of their candidates. Thread-safe.
 */
final class ProcessScope {
    private static final Map<Path, ProcessScope> ALL = new HashMap<>();

    private final PeerProcesses neighbourhood;
    private final LocalClaims claims = new LocalClaims();
    private final Executor afterTheBound;

    /** A household of its own, as another process would have. */
    ProcessScope(DirectoryLayout layout) {
        this(
                layout,
                CompletableFuture.delayedExecutor(
                        LockRecord.STALE_AFTER.plusSeconds(1).toMillis(), MILLISECONDS));
    }

    /**
     * A household of its own.
     *
     * @param afterTheBound runs a task when a claim that is not confirmed from now on has run out
     */
    ProcessScope(DirectoryLayout layout, Executor afterTheBound) {
        this.neighbourhood = new PeerProcesses(layout);
        this.afterTheBound = afterTheBound;
    }

    /** The one household of this process in that directory. */
    static ProcessScope join(Path directory, PeerProcesses.Resident resident) {
        synchronized (ALL) {
            ProcessScope here =
                    ALL.computeIfAbsent(canonical(directory), path -> new ProcessScope(new DirectoryLayout(path)));
            here.neighbourhood.moveIn(resident);
            return here;
        }
    }

    /** Leaves; the last one out takes the liveness file away, once no claim has yet to run out. */
    void leave(FileBackend backend, PeerProcesses.Resident resident) {
        synchronized (ALL) {
            neighbourhood.moveOut(resident);
            vanishIfEmpty();
        }
        if (claims.hasAnyOf(backend)) {
            afterTheBound.execute(() -> {
                synchronized (ALL) {
                    claims.dropAllOf(backend);
                    vanishIfEmpty();
                }
            });
        }
    }

    private void vanishIfEmpty() {
        if (neighbourhood.isDeserted() && claims.isEmpty()) {
            ALL.values().remove(this);
            neighbourhood.disappear();
        }
    }

    PeerProcesses neighbourhood() {
        return neighbourhood;
    }

    LocalClaims claims() {
        return claims;
    }

    /** The same path before and after the directory is created, whatever links lead to it. */
    private static Path canonical(Path directory) {
        Path existing = directory;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        try {
            return existing.toRealPath().resolve(existing.relativize(directory)).normalize();
        } catch (IOException unreadable) {
            return directory;
        }
    }
}
