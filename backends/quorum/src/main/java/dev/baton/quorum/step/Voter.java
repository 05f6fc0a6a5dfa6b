package dev.baton.quorum.step;

/**
 * A member: its name and the disk with which it votes.
 *
 * @param store the number of the disk; 0 for a founding member, whose peers have recorded its disk
 */
public record Voter(String id, long store) implements Comparable<Voter> {

    /** Returns a member from the settings with which the group was founded. */
    public static Voter founding(String id) {
        return new Voter(id, 0);
    }

    @Override
    public int compareTo(Voter other) {
        return id.compareTo(other.id);
    }
}
