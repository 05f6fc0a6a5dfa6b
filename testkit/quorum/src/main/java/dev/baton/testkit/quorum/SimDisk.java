package dev.baton.testkit.quorum;

import dev.baton.quorum.disk.SlotPair;
import dev.baton.quorum.disk.SlotRecords;
import dev.baton.quorum.disk.StartRecord;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.SavedState;
import dev.baton.quorum.step.Vote;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The disk of one machine, with the bytes of a real one. A write replaces one slot of a pair; a crash can lose it, tear
 * it, or keep it although it was not confirmed.
 */
final class SimDisk {
    /** The outcome of a write that a crash interrupted. */
    enum Fate {
        LOST,
        TORN,
        KEPT
    }

    /** Key of the member record; votes have the name of their election. */
    private static final String MEMBER = "";

    private static final int MEMBER_SLOT = 4096;

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, Integer> sequence = new HashMap<>();
    /** The records of the current write, which reach the disk in any order. */
    private final Map<String, byte[]> writing = new LinkedHashMap<>();

    private final Map<String, LeasePromise> promises = new HashMap<>();
    private final String self;
    private long store;
    long incarnation;
    private GroupRecord group;

    SimDisk(String self, Membership founding, long store) {
        this.self = self;
        this.store = store;
        this.group = GroupRecord.fresh(founding, store);
    }

    void begin(GroupRecord next) {
        group = next;
        writing.put(
                MEMBER,
                SlotRecords.encode(new SlotRecords.MemberRecord(self, incarnation, 0, next, StartRecord.UNKNOWN)));
    }

    void begin(Map<String, Vote> votes) {
        votes.forEach((election, vote) ->
                writing.put(election, SlotRecords.encode(new SlotRecords.StoredVote(store, election, vote, 0))));
    }

    /** Ends the current write: all its records are durable. */
    void complete() {
        writing.forEach((record, payload) -> apply(record, payload, 1));
        writing.clear();
    }

    /** Ends the current write without effect: the disk is full. */
    void fail() {
        writing.clear();
    }

    void remember(String election, LeasePromise promise) {
        promises.put(election, promise);
    }

    /**
     * Interrupts the current write. The first record has the given fate. The others have any fate, because records reach
     * the disk in any order, unless all are kept.
     *
     * @return the number of records in the write
     */
    int crash(Fate fate, SeededRandom random) {
        int records = writing.size();
        Fate next = fate;
        for (Map.Entry<String, byte[]> write : writing.entrySet()) {
            double tear = random.unit();
            if (next != Fate.LOST) {
                apply(write.getKey(), write.getValue(), next == Fate.KEPT ? 1 : tear);
            }
            next = fate == Fate.KEPT ? fate : Fate.values()[random.below(Fate.values().length)];
        }
        writing.clear();
        return records;
    }

    /** Damages one slot of a record whose slots are intact, while no process uses the disk. */
    void rot(SeededRandom random) {
        List<String> records = List.copyOf(files.keySet());
        if (!records.isEmpty()) {
            String record = records.get(random.below(records.size()));
            byte[] file = Objects.requireNonNull(files.get(record)).clone();
            int slot = random.oneIn(2) ? slotSize(record) : 0;
            if (SlotPair.isIntact(file, 0, slotSize(record)) && slot + SlotPair.HEAD < file.length) {
                file[slot + random.below(SlotPair.HEAD)] ^= (byte) (1 << random.below(8));
                files.put(record, file);
            }
        }
    }

    void forgetPromises() {
        promises.clear();
    }

    void wipe(Membership founding, long newStore) {
        files.clear();
        sequence.clear();
        promises.clear();
        store = newStore;
        group = GroupRecord.fresh(founding, newStore);
    }

    /** Returns the state for a new process, whose raised incarnation is durable. */
    SavedState load() {
        Map<String, Vote> votes = new HashMap<>();
        Map<String, SlotPair.Slot> repaired = new LinkedHashMap<>();
        files.forEach((record, bytes) -> {
            Optional<SlotPair.Slot> slot = SlotPair.newest(bytes, 0, slotSize(record));
            if (slot.isPresent()) {
                sequence.put(record, Math.toIntExact(slot.get().seq()));
                repaired.put(record, slot.get());
                read(record, slot.get().payload(), votes);
            } else if (sequence.containsKey(record)) {
                throw new IllegalStateException("both slots of a record of " + self + " are damaged");
            }
        });
        repaired.forEach(this::repair);
        incarnation++;
        begin(group);
        complete();
        return new SavedState(group, votes, promises);
    }

    private void read(String record, byte[] payload, Map<String, Vote> votes) {
        if (record.equals(MEMBER)) {
            SlotRecords.MemberRecord member = SlotRecords.member(payload);
            incarnation = member.incarnation();
            group = member.group();
        } else {
            SlotRecords.StoredVote stored = SlotRecords.vote(payload);
            votes.put(stored.election(), stored.vote());
        }
    }

    /** Writes a part of the slot that does not hold the newest record. */
    private void apply(String record, byte[] payload, double part) {
        int size = slotSize(record);
        int seq = sequence.getOrDefault(record, 0) + 1;
        int offset = seq % 2 == 0 ? size : 0;
        byte[] slot = SlotPair.encode(seq, payload, size);
        int length = (int) (slot.length * part);
        byte[] file = files.getOrDefault(record, new byte[0]);
        if (file.length < offset + length) {
            file = Arrays.copyOf(file, offset + length);
        }
        System.arraycopy(slot, 0, file, offset, length);
        files.put(record, file);
        if (length == slot.length) {
            sequence.put(record, seq);
            copy(record, slot, size - offset);
        }
    }

    /** Makes both slots equal, as a start does. */
    private void repair(String record, SlotPair.Slot newest) {
        byte[] slot = SlotPair.encode(newest.seq(), newest.payload(), slotSize(record));
        copy(record, slot, 0);
        copy(record, slot, slotSize(record));
    }

    /** Copies a durable record into the other slot. */
    private void copy(String record, byte[] slot, int offset) {
        byte[] file = Objects.requireNonNull(files.get(record));
        byte[] longer = Arrays.copyOf(file, Math.max(file.length, offset + slot.length));
        System.arraycopy(slot, 0, longer, offset, slot.length);
        files.put(record, longer);
    }

    private static int slotSize(String record) {
        return record.equals(MEMBER) ? MEMBER_SLOT : SlotRecords.SLOT;
    }
}
