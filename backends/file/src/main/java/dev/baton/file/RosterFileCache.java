package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.posix.RegularFile;
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

/**
 * The roster's files as they were last read. One that is still the same is not read again: whoever looks often at
 * thousands of candidates finds most of them as they were. Thread-safe.
 */
final class RosterFileCache {
    private static final int LONGEST = 16 * 1024 * 1024;
    /** More lines than these are not remembered, but read every time. */
    private static final int MOST_KEPT = 50_000;
    /** A file that was written this shortly before may be written again without looking changed. */
    private static final Duration WRITTEN_JUST_NOW = Duration.ofMillis(100);

    private static final ProcessRosterFile BLANK = new ProcessRosterFile(List.of());

    private record Stamp(@Nullable Object file, long size, FileTime modified) {}

    private record Kept(Stamp stamp, ProcessRosterFile sheet) {}

    private final BatonClock clock;
    private final Map<Path, Kept> kept = new ConcurrentHashMap<>();

    RosterFileCache(BatonClock clock) {
        this.clock = clock;
    }

    /** What these files say; all others are forgotten. */
    List<ProcessRosterFile> of(Collection<Path> files) {
        kept.keySet().retainAll(files);
        return files.stream().map(this::of).toList();
    }

    private ProcessRosterFile of(Path file) {
        try {
            Stamp stamp = stamp(file);
            Kept known = kept.get(file);
            if (known != null && known.stamp().equals(stamp)) {
                return known.sheet();
            }
            kept.remove(file);
            ProcessRosterFile sheet = stamp.size() > LONGEST ? BLANK : new ProcessRosterFile(Files.readAllLines(file));
            if (isSettled(stamp) && linesKept() + sheet.size() <= MOST_KEPT) {
                kept.put(file, new Kept(stamp, sheet));
            }
            return sheet;
        } catch (IOException goneOrBinary) {
            kept.remove(file);
            return BLANK;
        }
    }

    /** Taken before the file is read, so that it is never younger than what was read. */
    private static Stamp stamp(Path file) throws IOException {
        BasicFileAttributes facts =
                Files.readAttributes(RegularFile.at(file), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new Stamp(facts.fileKey(), facts.size(), facts.lastModifiedTime());
    }

    private boolean isSettled(Stamp stamp) {
        long age = clock.wallMillis() - stamp.modified().toMillis();
        return age > WRITTEN_JUST_NOW.toMillis() && age <= RosterFiles.FORGOTTEN_AFTER.toMillis();
    }

    private int linesKept() {
        return kept.values().stream().mapToInt(each -> each.sheet().size()).sum();
    }
}
