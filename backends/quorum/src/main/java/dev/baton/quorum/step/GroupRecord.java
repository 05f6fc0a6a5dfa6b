package dev.baton.quorum.step;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The group as a member knows it and keeps it on disk.
 *
 * @param store the number of this member's own disk
 * @param registered whether enough of the other members have recorded that number
 * @param disks the disks of founding peers that this member has recorded
 */
public record GroupRecord(Membership membership, long store, boolean registered, Map<String, Long> disks) {
    public GroupRecord {
        disks = Map.copyOf(disks);
    }

    /** Returns the record of a new disk, with the membership from the settings. */
    public static GroupRecord fresh(Membership founding, long store) {
        return new GroupRecord(founding, store, false, Map.of());
    }

    GroupRecord with(Membership newer) {
        return new GroupRecord(newer, store, registered, disks);
    }

    GroupRecord asRegistered() {
        return new GroupRecord(membership, store, true, disks);
    }

    GroupRecord withDisk(String peer, long disk) {
        Map<String, Long> more = new TreeMap<>(disks);
        more.put(peer, disk);
        return new GroupRecord(membership, store, registered, more);
    }

    /** Returns whether this disk may vote under this name. */
    boolean isEnrolled(String self) {
        if (!membership.contains(self)) {
            return false;
        }
        long expected = membership.member(self).store();
        return expected == 0 ? registered : expected == store;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GroupRecord that
                && store == that.store
                && registered == that.registered
                && membership.equals(that.membership)
                && disks.equals(that.disks);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(store) + Boolean.hashCode(registered)) + disks.hashCode();
    }
}
