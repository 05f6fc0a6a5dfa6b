package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.record.LockRecord;
import dev.baton.support.text.Names;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Reads the current leaders without locks and without native code. Changes and creates nothing. */
record FileLeaderReader(PeerProcesses peers, BatonClock clock) {

    /** Returns the holder of the claim, unless the claim is stale or its process has ended. */
    Optional<LeaderInfo> leaderOf(String election) throws IOException {
        peers.layout().requireOwn();
        return LockRecord.read(StoreFiles.read(peers.layout().lock(election), NativeFile.MAX_BYTES))
                .filter(record -> !record.isStaleByWallClock(clock.wallMillis()))
                .filter(record -> !peers.evidenceForDisplay(record.owner()).isProof())
                .map(record -> record.asLeader(election));
    }

    List<String> elections() throws IOException {
        peers.layout().requireOwn();
        TreeSet<String> names =
                new TreeSet<>(DirectoryLayout.names(peers.layout().locks(), DirectoryLayout.LOCK_SUFFIX));
        names.addAll(DirectoryLayout.names(peers.layout().epochs(), ""));
        names.removeIf(name -> !Names.isName(name)); // Files of other programs are not elections.
        return List.copyOf(names);
    }
}
