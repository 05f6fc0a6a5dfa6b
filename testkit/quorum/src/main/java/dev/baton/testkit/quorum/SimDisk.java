package dev.baton.testkit.quorum;

import dev.baton.quorum.disk.SlotPair;
import dev.baton.quorum.disk.SlotRecords;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.SavedState;
import dev.baton.quorum.step.Vote;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One machine's disk, in the bytes that a real one would hold: a write is a slot of a pair, and a crash may lose
 * it, tear it, or keep it although nobody was told.
 */
final class SimDisk {
    /** What becomes of a write that was under way when the process died. */
    enum Fate {
        LOST,
        TORN,
        KEPT
    }

    private static final int PAGE = 4096;

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, Integer> sequence = new HashMap<>();
    /** The write under way: one or many records, in any order, until all are durable. */
    private final Map<String, byte[]> underWay = new LinkedHashMap<>();

    private final Map<String, LeasePromise> memory = new HashMap<>();
    private final String self;
    private long store;
    private long incarnation;
    private GroupRecord group;

    SimDisk(String self, Membership founding, long store) {
        this.self = self;
        this.store = store;
        this.group = GroupRecord.fresh(founding, store);
    }

    void begin(GroupRecord next) {
        group = next;
        underWay.put("", SlotRecords.encode(new SlotRecords.Page(self, incarnation, 0, next)));
    }

    void begin(Map<String, Vote> votes) {
        votes.forEach((election, ballot) ->
                underWay.put(election, SlotRecords.encode(new SlotRecords.StoredVote(store, election, ballot))));
    }

    /** All that was under way is durable. */
    void complete() {
        underWay.forEach((record, payload) -> apply(record, payload, 1));
        underWay.clear();
    }

    /** What was under way did not fit. */
    void fail() {
        underWay.clear();
    }

    void remember(String election, LeasePromise promise) {
        memory.put(election, promise);
    }

    /**
     * The process dies. The first record under way meets this fate; the others meet any, for they reach the disk in
     * any order, unless all are durable.
     *
     * @return how many records were under way
     */
    int crash(Fate fate, SeededRandom dice) {
        int records = underWay.size();
        Fate next = fate;
        for (Map.Entry<String, byte[]> write : underWay.entrySet()) {
            double tear = dice.unit();
            if (next != Fate.LOST) {
                apply(write.getKey(), write.getValue(), next == Fate.KEPT ? 1 : tear);
            }
            next = fate == Fate.KEPT ? fate : Fate.values()[dice.below(Fate.values().length)];
        }
        underWay.clear();
        return records;
    }

    void forgetMemory() {
        memory.clear();
    }

    void wipe(Membership founding, long newStore) {
        files.clear();
        sequence.clear();
        memory.clear();
        store = newStore;
        group = GroupRecord.fresh(founding, newStore);
    }

    /** What a new process finds, with its incarnation already raised and durable. */
    SavedState load() {
        Map<String, Vote> ballots = new HashMap<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            boolean page = file.getKey().isEmpty();
            int size = size(file.getKey());
            Optional<SlotPair.Slot> slot = SlotPair.newest(file.getValue(), 0, size);
            if (slot.isEmpty()) {
                if (!sequence.containsKey(file.getKey())) {
                    continue; // Its first write was torn: it never held anything.
                }
                throw new IllegalStateException("both slots of a record of " + self + " are damaged");
            }
            sequence.put(file.getKey(), Math.toIntExact(slot.get().seq()));
            if (page) {
                SlotRecords.Page known = SlotRecords.page(slot.get().payload());
                incarnation = known.incarnation();
                group = known.group();
            } else {
                SlotRecords.StoredVote vote = SlotRecords.vote(slot.get().payload());
                ballots.put(vote.election(), vote.vote());
            }
        }
        incarnation++;
        begin(group);
        complete();
        return new SavedState(group, ballots, memory);
    }

    long incarnation() {
        return incarnation;
    }

    /** Writes that part of the slot which does not hold the newest record. */
    private void apply(String record, byte[] payload, double part) {
        int size = size(record);
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
        }
    }

    private static int size(String record) {
        return record.isEmpty() ? PAGE : SlotRecords.SLOT;
    }
}
