package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.posix.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The roster files as they were last read. An unchanged file is not read again. Thread-safe. */
final class RosterFileCache {
    private static final int MAX_BYTES = 16 * 1024 * 1024;
    private static final int MAX_CACHED_LINES = 50_000;

    /** A file that was written so recently may be written again without a change of its time. */
    private static final Duration RECENTLY_WRITTEN = Duration.ofMillis(100);

    private static final ProcessRosterFile EMPTY = new ProcessRosterFile(List.of());

    private record Version(@Nullable Object fileKey, long size, FileTime modified) {}

    private record Cached(Version version, ProcessRosterFile content) {}

    private final BatonClock clock;
    private final Map<Path, Cached> cached = new ConcurrentHashMap<>();

    RosterFileCache(BatonClock clock) {
        this.clock = clock;
    }

    /** Returns the content of these files and forgets all others. */
    List<ProcessRosterFile> read(Collection<Path> files) {
        cached.keySet().retainAll(files);
        return files.stream().map(this::read).toList();
    }

    private ProcessRosterFile read(Path file) {
        try {
            // Taken before the file is read, so that it is never newer than the content.
            Version version = version(file);
            Cached known = cached.get(file);
            if (known != null && known.version().equals(version)) {
                return known.content();
            }
            cached.remove(file);
            ProcessRosterFile content =
                    version.size() > MAX_BYTES ? EMPTY : new ProcessRosterFile(Files.readAllLines(file));
            if (isSettled(version) && cachedLines() + content.size() <= MAX_CACHED_LINES) {
                cached.put(file, new Cached(version, content));
            }
            return content;
        } catch (IOException goneOrBinary) {
            cached.remove(file);
            return EMPTY;
        }
    }

    private static Version version(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(
                StoreFiles.requireRegular(file), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new Version(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
    }

    private boolean isSettled(Version version) {
        long age = clock.wallMillis() - version.modified().toMillis();
        return age > RECENTLY_WRITTEN.toMillis() && age <= RosterFiles.MAX_STATUS_AGE.toMillis();
    }

    private int cachedLines() {
        return cached.values().stream().mapToInt(each -> each.content().size()).sum();
    }
}
