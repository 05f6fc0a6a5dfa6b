package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.FileErrors;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.RegularFile;
import dev.baton.file.process.PeerProcesses;
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

/** Reads the current leaders without locks and without native code. Changes and creates nothing. */
final class FileLeaderReader {
    private final PeerProcesses peers;
    private final BatonClock clock;

    FileLeaderReader(PeerProcesses peers, BatonClock clock) {
        this.peers = peers;
        this.clock = clock;
    }

    DirectoryLayout layout() {
        return peers.layout();
    }

    /** Returns the holder of the claim, unless the claim is stale or its process has ended. */
    Optional<LeaderInfo> leaderOf(String election) throws IOException {
        return LockRecord.read(bytes(layout().lock(election)))
                .filter(record -> !record.isStaleByWallClock(clock.wallMillis()))
                .filter(record -> !peers.evidenceForDisplay(record.owner()).isProof())
                .map(record -> record.asLeader(election));
    }

    List<String> elections() throws IOException {
        TreeSet<String> names = new TreeSet<>(DirectoryLayout.names(layout().locks(), DirectoryLayout.LOCK_SUFFIX));
        names.addAll(DirectoryLayout.names(layout().epochs(), ""));
        names.removeIf(name -> !Names.isName(name)); // Files of other programs are not elections.
        return List.copyOf(names);
    }

    private static byte[] bytes(Path path) throws IOException {
        try (InputStream in =
                Files.newInputStream(RegularFile.require(path), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(NativeFile.MAX_BYTES);
        } catch (NoSuchFileException absent) {
            return new byte[0];
        } catch (FileSystemException refused) {
            throw FileErrors.explained("read", path, refused);
        }
    }
}
