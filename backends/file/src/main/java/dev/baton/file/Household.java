package dev.baton.file;

import dev.baton.file.disk.Layout;
import dev.baton.file.live.Neighbourhood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What all backends of this process share in one directory: their place among the other processes, and
 * the claims of their candidates. Thread-safe.
 */
final class Household {
    private static final Map<Path, Household> ALL = new HashMap<>();

    private final Neighbourhood neighbourhood;
    private final LocalClaims claims = new LocalClaims();

    /** A household of its own, as another process would have. */
    Household(Layout layout) {
        this.neighbourhood = new Neighbourhood(layout);
    }

    /** The one household of this process in that directory. */
    static Household join(Path directory, Neighbourhood.Resident resident) {
        synchronized (ALL) {
            Household here = ALL.computeIfAbsent(canonical(directory), path -> new Household(new Layout(path)));
            here.neighbourhood.moveIn(resident);
            return here;
        }
    }

    /** Leaves; the last one out takes the liveness file away, unless a claim has yet to run out. */
    void leave(Neighbourhood.Resident resident) {
        synchronized (ALL) {
            if (neighbourhood.moveOut(resident) && claims.isEmpty()) {
                ALL.values().remove(this);
                neighbourhood.disappear();
            }
        }
    }

    Neighbourhood neighbourhood() {
        return neighbourhood;
    }

    LocalClaims claims() {
        return claims;
    }

    private static Path canonical(Path directory) {
        try {
            return Files.exists(directory) ? directory.toRealPath() : directory;
        } catch (IOException unreadable) {
            return directory;
        }
    }
}
