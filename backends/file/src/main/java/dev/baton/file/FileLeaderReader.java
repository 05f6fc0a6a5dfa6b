package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.FileErrors;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.RegularFile;
import dev.baton.file.process.Life;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.record.LockContent;
import dev.baton.file.record.LockRecord;
import dev.baton.support.text.Names;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Reads who leads, without a lock and without native code. Changes nothing, creates nothing. */
final class FileLeaderReader {
    private final PeerProcesses neighbourhood;
    private final BatonClock clock;

    FileLeaderReader(PeerProcesses neighbourhood, BatonClock clock) {
        this.neighbourhood = neighbourhood;
        this.clock = clock;
    }

    DirectoryLayout layout() {
        return neighbourhood.layout();
    }

    /** Who leads now: a claim that is neither stale nor of a dead process. */
    Optional<LeaderInfo> leaderOf(String election) throws IOException {
        if (!(LockContent.of(bytes(layout().lock(election))) instanceof LockContent.Claimed claimed)) {
            return Optional.empty();
        }
        LockRecord record = claimed.record();
        boolean over = record.isStaleByWallClock(clock.wallMillis())
                || neighbourhood.lifeForDisplay(record.owner()) == Life.DEAD;
        return over ? Optional.empty() : Optional.of(record.asLeader(election));
    }

    List<String> elections() throws IOException {
        TreeSet<String> names = new TreeSet<>(DirectoryLayout.names(layout().locks(), DirectoryLayout.LOCK_SUFFIX));
        names.addAll(DirectoryLayout.names(layout().epochs(), ""));
        names.removeIf(name -> !Names.isName(name)); // What somebody else put there is no election.
        return List.copyOf(names);
    }

    private static byte[] bytes(Path path) throws IOException {
        try (InputStream in =
                Files.newInputStream(RegularFile.at(path), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(NativeFile.LONGEST);
        } catch (NoSuchFileException absent) {
            return new byte[0];
        } catch (FileSystemException refused) {
            throw FileErrors.explained("read", path, refused);
        }
    }
}
