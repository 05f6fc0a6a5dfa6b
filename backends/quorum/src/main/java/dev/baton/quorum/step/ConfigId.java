package dev.baton.quorum.step;

import org.jspecify.annotations.Nullable;

/**
 * The identity of a membership. Memberships are ordered by the term of the leader that created them, then by version.
 *
 * @param checksum the first four bytes of a SHA-256 of the members; detects nodes that were started with different members
 */
public record ConfigId(long term, int version, int checksum) {

    /** Returns whether this membership replaced the other one. */
    public boolean isNewerThan(ConfigId other) {
        return term != other.term ? term > other.term : version > other.version;
    }

    /** Returns whether both have the same position in the order but different members: a configuration error. */
    public boolean contradicts(ConfigId other) {
        return term == other.term && version == other.version && checksum != other.checksum;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConfigId that
                && term == that.term
                && version == that.version
                && checksum == that.checksum;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(term) + version) + checksum;
    }
}
