package dev.baton.quorum.step;

/**
 * One voter: a name and the disk it votes with.
 *
 * @param store the disk's own number; 0 for a founding member, whose disk its peers have noted
 */
public record Member(String id, long store) implements Comparable<Member> {

    /** A member from the settings the group was founded with. */
    public static Member founding(String id) {
        return new Member(id, 0);
    }

    @Override
    public int compareTo(Member other) {
        return id.compareTo(other.id);
    }
}
