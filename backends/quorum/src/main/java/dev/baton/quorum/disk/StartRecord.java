package dev.baton.quorum.disk;

import java.util.Map;
import java.util.TreeMap;

/**
 * What one start of a member leaves for the next one: where it ran, the longest promise it may have given, and the starts
 * of its peers.
 *
 * @param boot the boot of the machine; empty in a record of version 0.1
 * @param folder the place of the state folder ({@link StateDirectory#place}); empty if unknown
 * @param longestPromise the longest promise that this disk has allowed, in nanoseconds of any member's clock
 * @param peers the newest known start of each peer
 */
public record StartRecord(String boot, String folder, long longestPromise, Map<String, PeerStart> peers) {
    /** The record of version 0.1, which had none: it proves nothing about the machine. */
    public static final StartRecord UNKNOWN = new StartRecord("", "", 0, Map.of());

    public StartRecord {
        peers = Map.copyOf(peers);
    }

    /**
     * The newest start of a peer that this member has seen.
     *
     * @param store the number of the peer's disk
     */
    public record PeerStart(long store, long incarnation) {

        /** Returns whether the other start has the same disk and is earlier: that disk has gone back. */
        public boolean isAfter(long otherStore, long otherIncarnation) {
            return store == otherStore && otherIncarnation < incarnation;
        }
    }

    /** Returns whether the folder has stayed on this machine, in this boot and at this place. */
    boolean provesPlace(String currentBoot, String currentFolder) {
        return !boot.isEmpty() && !folder.isEmpty() && boot.equals(currentBoot) && folder.equals(currentFolder);
    }

    StartRecord withLongestPromise(long nanos) {
        return new StartRecord(boot, folder, nanos, peers);
    }

    StartRecord withPeers(Map<String, PeerStart> newer) {
        Map<String, PeerStart> more = new TreeMap<>(peers);
        more.putAll(newer);
        return new StartRecord(boot, folder, longestPromise, more);
    }
}
