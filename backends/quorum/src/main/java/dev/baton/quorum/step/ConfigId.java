package dev.baton.quorum.step;

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
}
