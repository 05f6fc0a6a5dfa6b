package dev.baton.quorum.step;

/**
 * One voter: a name and the disk it votes with.
 *
 * @param store the disk's own number; 0 for a founding member, whose disk its peers have noted
 */
public record Voter(String id, long store) implements Comparable<Voter> {

    /** A member from the settings the group was founded with. */
    public static Voter founding(String id) {
        return new Voter(id, 0);
    }

    @Override
    public int compareTo(Voter other) {
        return id.compareTo(other.id);
    }
}
