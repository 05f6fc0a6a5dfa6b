package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.disk.FolderNames;
import dev.baton.file.posix.DirectoryEvents;
import dev.baton.file.posix.FileIdentity;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Notices within milliseconds that the folders of a store, or files of elections in them, were deleted, moved, replaced
 * or covered by a mount, or that a link leads elsewhere. A leader would otherwise find out with its next renewal, and a
 * new candidate would meanwhile find nothing.
 */
final class FolderWatch implements AutoCloseable {
    /** How often the folders are compared, although the kernel would report a change. */
    private static final Duration CHECK = Duration.ofSeconds(1);

    /** How often they are compared where the kernel does not report every change. */
    private static final Duration CHECK_WITHOUT_EVENTS = Duration.ofMillis(20);

    /** A program that keeps deleting files must not keep a core busy. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final DirectoryLayout layout;
    private final FolderNames names;
    private final BooleanSupplier onLoss;
    private final Duration check;
    private volatile boolean open = true;
    private Sight known = new Sight(Optional.empty(), Optional.empty(), Optional.empty(), false);
    private boolean restored = true;

    /**
     * What the paths lead to.
     *
     * @param reported whether the kernel reports every change of it
     */
    private record Sight(
            Optional<FileIdentity> locks, Optional<FileIdentity> epochs, Optional<Path> strayed, boolean reported) {}

    /** @param onLoss restores the files, and returns whether that is done; if not, it is called again */
    FolderWatch(DirectoryLayout layout, FolderNames names, BooleanSupplier onLoss) {
        this(layout, names, onLoss, CHECK);
    }

    /** @param check how often the folders are compared where the kernel reports every change */
    FolderWatch(DirectoryLayout layout, FolderNames names, BooleanSupplier onLoss, Duration check) {
        this.layout = layout;
        this.names = names;
        this.onLoss = onLoss;
        this.check = check;
    }

    /** Begins to watch before it returns. The action runs on a thread of the watch. */
    void start() {
        Optional<DirectoryEvents> events = DirectoryEvents.open();
        known = look(events);
        NamedThreads.start("baton-file-folder", () -> {
            LastingLoop.run("the watch of " + layout.directory(), () -> round(events));
            events.ifPresent(DirectoryEvents::close);
        });
    }

    private boolean round(Optional<DirectoryEvents> events) {
        boolean reported = await(events, restored ? timeout(known) : CHECK_WITHOUT_EVENTS);
        boolean changed = reported || !restored;
        // If this round ends by an error, the next one restores: a change is reported only once.
        restored = false;
        boolean complete = true;
        Sight now = look(events);
        changed |= !now.equals(known);
        known = now;
        // What was restored may lie in new folders, which are watched only now.
        while (open && changed) {
            complete = onLoss.getAsBoolean();
            now = look(events);
            changed = !now.equals(known);
            known = now;
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        restored = complete;
        return open;
    }

    private Duration timeout(Sight known) {
        return known.reported ? check : CHECK_WITHOUT_EVENTS;
    }

    private static boolean await(Optional<DirectoryEvents> events, Duration timeout) {
        if (events.isPresent()) {
            return events.get().await(timeout);
        }
        LockSupport.parkNanos(CHECK_WITHOUT_EVENTS.toNanos());
        return false;
    }

    /** Watches the folders that exist, and those above them, which can be moved too, and returns what is there. */
    private Sight look(Optional<DirectoryEvents> events) {
        boolean reported = events.isPresent() && watch(events.get()) && names.hasNoLinks();
        return new Sight(identity(layout.locks()), identity(layout.epochs()), names.strayed(), reported);
    }

    private boolean watch(DirectoryEvents events) {
        boolean all = events.noticesMounts();
        for (Path folder : List.of(layout.locks(), layout.epochs())) {
            all &= events.watchWithEntries(folder);
        }
        for (Path path = layout.directory(); path != null; path = path.getParent()) {
            all &= events.watch(path);
        }
        return all;
    }

    private static Optional<FileIdentity> identity(Path path) {
        try {
            return FileIdentity.of(path);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Stops within a second. */
    @Override
    public void close() {
        open = false;
    }
}
