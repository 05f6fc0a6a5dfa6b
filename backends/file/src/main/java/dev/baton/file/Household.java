package dev.baton.file;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.baton.file.disk.Layout;
import dev.baton.file.live.Neighbourhood;
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
final class Household {
    private static final Map<Path, Household> ALL = new HashMap<>();

    private final Neighbourhood neighbourhood;
    private final LocalClaims claims = new LocalClaims();
    private final Executor afterTheBound;

    /** A household of its own, as another process would have. */
    Household(Layout layout) {
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
    Household(Layout layout, Executor afterTheBound) {
        this.neighbourhood = new Neighbourhood(layout);
        this.afterTheBound = afterTheBound;
    }

    /** The one household of this process in that directory. */
    static Household join(Path directory, Neighbourhood.Resident resident) {
        synchronized (ALL) {
            Household here = ALL.computeIfAbsent(canonical(directory), path -> new Household(new Layout(path)));
            here.neighbourhood.moveIn(resident);
            return here;
        }
    }

    /** Leaves; the last one out takes the liveness file away, once no claim has yet to run out. */
    void leave(FileBackend backend, Neighbourhood.Resident resident) {
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

    Neighbourhood neighbourhood() {
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
