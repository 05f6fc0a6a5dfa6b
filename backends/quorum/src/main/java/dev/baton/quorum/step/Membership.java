package dev.baton.quorum.step;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The members of a group, which define a majority. It differs from its predecessor by at most one member. */
public final class Membership {
    /** Maximum number of members: sets of members are bits of a {@code long}. */
    public static final int MAX_MEMBERS = 63;

    private final ConfigId id;
    private final long floor;
    private final List<Voter> members;
    private final Map<String, Integer> places = new HashMap<>();

    /**
     * @param floor no election may use this term or a lower one: removed members may have used them
     */
    public Membership(long term, int version, long floor, Collection<Voter> members) {
        this.members = members.stream().sorted().toList();
        this.floor = floor;
        for (Voter member : this.members) {
            if (places.put(member.id(), places.size()) != null) {
                throw new IllegalArgumentException("duplicate member " + member.id());
            }
        }
        if (this.members.isEmpty() || this.members.size() > MAX_MEMBERS) {
            throw new IllegalArgumentException(
                    "a group must have 1 to " + MAX_MEMBERS + " members, but has " + this.members.size());
        }
        this.id = new ConfigId(term, version, checksum(this.members));
    }

    private static int checksum(List<Voter> members) {
        return ByteBuffer.wrap(sha256(text(members))).getInt();
    }

    private static String text(List<Voter> members) {
        StringBuilder text = new StringBuilder();
        members.forEach(
                member -> text.append('\n').append(member.id()).append(' ').append(member.store()));
        return text.toString();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Returns a cryptographic hash of the position and the members. Members with equal positions and different hashes were
     * started with different lists; {@link ConfigId#checksum}, four bytes of such a hash, is the check on every message.
     */
    public String fingerprint() {
        return HexFormat.of().formatHex(sha256(id.term() + "." + id.version() + "." + floor + text(members)));
    }

    /** Returns the identity with the checksum that version 0.1 computes, by the hash codes of the names. */
    public ConfigId idOfVersion01() {
        int sum = 1;
        for (Voter member : members) {
            sum = 31 * (31 * sum + member.id().hashCode()) + Long.hashCode(member.store());
        }
        return new ConfigId(id.term(), id.version(), sum);
    }

    /** Returns the membership that a group starts with. */
    public static Membership founding(Collection<String> ids) {
        return new Membership(0, 0, 0, ids.stream().map(Voter::founding).toList());
    }

    public ConfigId id() {
        return id;
    }

    /** Returns whether these are the members that the group started with: none was added or removed. */
    boolean isFounding() {
        return id.version() == 0;
    }

    public long floor() {
        return floor;
    }

    /** Returns all members, ordered by name. */
    public List<Voter> members() {
        return members;
    }

    public int size() {
        return members.size();
    }

    public boolean contains(String name) {
        return places.containsKey(name);
    }

    /** Returns the member with this name, which must exist. */
    public Voter member(String name) {
        return members.get(place(name));
    }

    /** Returns the position of a member, which must exist, in the order of names. */
    int place(String name) {
        return Objects.requireNonNull(places.get(name), name);
    }

    /** Returns the bit of a member in sets of members; 0 if there is no such member. */
    long bit(String name) {
        Integer place = places.get(name);
        return place == null ? 0 : 1L << place;
    }

    /** Returns the bits of all members. */
    long all() {
        return (1L << members.size()) - 1;
    }

    /** Returns the number of members with a higher name, which campaign before this one. */
    int membersAbove(String name) {
        Integer place = places.get(name);
        return place == null ? members.size() : members.size() - 1 - place;
    }

    /** Returns the same members with the disks that are known of founding members. */
    Membership naming(Map<String, Long> disks) {
        return new Membership(
                id.term(),
                id.version(),
                floor,
                members.stream()
                        .map(member -> member.store() == 0
                                ? new Voter(member.id(), disks.getOrDefault(member.id(), 0L))
                                : member)
                        .toList());
    }

    /** Returns the same members, claimed by the group leader of a later term. */
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
