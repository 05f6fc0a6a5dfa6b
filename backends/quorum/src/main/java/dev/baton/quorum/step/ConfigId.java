package dev.baton.quorum.step;

import org.jspecify.annotations.Nullable;

/**
 * Which list of members is meant: lists are ordered by the term of the leader that made them, then by version.
 *
 * @param checksum of the members, so that two nodes that were started with different lists notice
 */
public record ConfigId(long term, int version, int checksum) {

    /** Whether this list replaced the other one. */
    public boolean isNewerThan(ConfigId other) {
        return term != other.term ? term > other.term : version > other.version;
    }

    /** Whether both claim the same place in the order but name different members: a mistake in the settings. */
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
