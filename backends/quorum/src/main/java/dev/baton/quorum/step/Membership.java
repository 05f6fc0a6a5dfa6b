package dev.baton.quorum.step;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The list of members: who votes, and what a majority is. It replaces its predecessor by at most one member.
 */
public final class Membership {
    /** As many as one machine word has bits to count votes with. */
    public static final int MOST_MEMBERS = 63;

    private final ConfigId id;
    private final long floor;
    private final List<Voter> members;
    private final Map<String, Integer> places = new HashMap<>();

    /**
     * @param floor no election may use this term or a lower one any more: they may have been used by members
     *     that are gone
     */
    public Membership(long term, int version, long floor, Collection<Voter> members) {
        this.members = members.stream().sorted().toList();
        this.floor = floor;
        for (Voter member : this.members) {
            if (places.put(member.id(), places.size()) != null) {
                throw new IllegalArgumentException("member " + member.id() + " is named twice");
            }
        }
        if (this.members.isEmpty() || this.members.size() > MOST_MEMBERS) {
            throw new IllegalArgumentException(
                    "a group has 1 to " + MOST_MEMBERS + " members, not " + this.members.size());
        }
        this.id = new ConfigId(term, version, checksum(this.members));
    }

    private static int checksum(List<Voter> members) {
        int sum = 1;
        for (Voter member : members) {
            sum = 31 * (31 * sum + member.id().hashCode()) + Long.hashCode(member.store());
        }
        return sum;
    }

    /** The list a group starts with. */
    public static Membership founding(Collection<String> ids) {
        return new Membership(0, 0, 0, ids.stream().map(Voter::founding).toList());
    }

    public ConfigId id() {
        return id;
    }

    public long floor() {
        return floor;
    }

    /** All members, by name. */
    public List<Voter> members() {
        return members;
    }

    public int size() {
        return members.size();
    }

    public boolean contains(String name) {
        return places.containsKey(name);
    }

    /** The member of this name; only for names the list contains. */
    public Voter member(String name) {
        return members.get(place(name));
    }

    /** The place of a member in the order of names; only for names the list contains. */
    int place(String name) {
        return Objects.requireNonNull(places.get(name), name);
    }

    long bit(String name) {
        Integer place = places.get(name);
        return place == null ? 0 : 1L << place;
    }

    /** The bits of all members. */
    long all() {
        return (1L << members.size()) - 1;
    }

    /** How many members have a higher name, which is who campaigns before this one. */
    int membersAbove(String name) {
        Integer place = places.get(name);
        return place == null ? members.size() : members.size() - 1 - place;
    }

    /** The same members, claimed anew by the leader of a later term. */
    Membership renewedIn(long term) {
        return new Membership(term, id.version(), floor, members);
    }

    Membership with(Voter added, long term, long newFloor) {
        List<Voter> next = new ArrayList<>(members);
        next.add(added);
        return new Membership(term, id.version() + 1, newFloor, next);
    }

    Membership without(String removed, long term, long newFloor) {
        List<Voter> next = new ArrayList<>(members);
        next.removeIf(member -> member.id().equals(removed));
        return new Membership(term, id.version() + 1, newFloor, next);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Membership that
                && id.equals(that.id)
                && floor == that.floor
                && members.equals(that.members);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, floor);
    }

    @Override
    public String toString() {
        return "members " + id.term() + "." + id.version() + " floor " + floor + " "
                + members.stream().map(Voter::id).toList();
    }
}
