package dev.baton.quorum.disk;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of slot pairs with durable writes. Its space is allocated in advance.
 *
 * <p>A record is written into the slot that is not the newest, made durable, and then copied into the other slot. So one
 * damaged slot, whether an interrupted write or bit rot, never hides the newest durable record.
 */
final class SlotFile implements Closeable {
    private final int slotSize;
    private final int pairsToAllocate;
    private final StateFile file;
    private final List<Optional<SlotPair.Slot>> newest = new ArrayList<>();
    /** The pairs of which one slot or both are damaged. */
    private final List<Integer> damaged = new ArrayList<>();
    /** Whether the first write to this file was interrupted, so that the file never had a record. */
    final boolean cutOff;

    SlotFile(StateDirectory directory, String name, int slotSize, int pairsToAllocate) throws IOException {
        this.slotSize = slotSize;
        this.pairsToAllocate = pairsToAllocate;
        byte[] bytes = directory.read(name);
        this.file = directory.open(name);
        for (int from = 0; from < bytes.length && !SlotPair.isBlank(bytes, from, slotSize); from += 2 * slotSize) {
            if (!SlotPair.isIntact(bytes, from, slotSize)) {
                damaged.add(newest.size());
            }
            newest.add(SlotPair.newest(bytes, from, slotSize));
        }
        this.cutOff = newest.size() == 1
                && newest.get(0).isEmpty()
                && SlotPair.isBlank(Arrays.copyOfRange(bytes, 0, 2 * slotSize), slotSize, slotSize / 2);
    }

    /** Returns the number of pairs that were ever written. */
    int pairs() {
        return newest.size();
    }

    /** Returns the newest record of a pair; empty if both slots are damaged. */
    Optional<byte[]> read(int pair) {
        return newest.get(pair).map(SlotPair.Slot::payload);
    }

    /** Returns whether a slot of this pair is damaged; the other one may be intact. */
    boolean hasDamage(int pair) {
        return damaged.contains(pair);
    }

    /**
     * Makes both slots of these first pairs equal and durable. The newest ones are written again too: after a failed sync
     * the system shows a record that never reached the disk, and no later sync writes it.
     */
    void copyAll(int pairs) throws IOException {
        for (boolean other : new boolean[] {true, false}) {
            for (int pair = 0; pair < pairs; pair++) {
                Optional<SlotPair.Slot> slot = newest.get(pair);
                if (slot.isPresent()) {
                    writeSlot(pair, slot.get(), slot.get().isSecond() != other);
                }
            }
            file.force();
        }
    }

    /**
     * Replaces the records of pairs, or adds pairs after the last, in order. Returns when all are on disk; several records
     * cost as much as one.
     */
    void write(Map<Integer, byte[]> payloads) throws IOException {
        Map<Integer, SlotPair.Slot> written = new LinkedHashMap<>();
        for (Map.Entry<Integer, byte[]> each : payloads.entrySet()) {
            written.put(each.getKey(), put(each.getKey(), each.getValue()));
        }
        file.force();
        written.forEach(this::written);
        for (Map.Entry<Integer, SlotPair.Slot> each : written.entrySet()) {
            copy(each.getKey(), each.getValue());
        }
    }

    /** Like {@link #write}, for one record that has to survive the end of this process, but not of the machine. */
    void writeWithoutSync(int pair, byte[] payload) throws IOException {
        SlotPair.Slot slot = put(pair, payload);
        written(pair, slot);
        copy(pair, slot);
    }

    private void written(int pair, SlotPair.Slot slot) {
        if (pair < newest.size()) {
            newest.set(pair, Optional.of(slot));
        } else {
            newest.add(Optional.of(slot));
        }
    }

    /** Copies a durable record into the other slot. The next forced write makes the copy durable too. */
    private void copy(int pair, SlotPair.Slot slot) throws IOException {
        writeSlot(pair, slot, !slot.isSecond());
    }

    private void writeSlot(int pair, SlotPair.Slot slot, boolean second) throws IOException {
        byte[] bytes = SlotPair.encode(slot.seq(), slot.payload(), slotSize);
        file.write(2L * slotSize * pair + (second ? slotSize : 0), bytes);
    }

    private SlotPair.Slot put(int pair, byte[] payload) throws IOException {
        Optional<SlotPair.Slot> before = pair < newest.size() ? newest.get(pair) : Optional.empty();
        long seq = before.map(SlotPair.Slot::seq).orElse(0L) + 1;
        int offset = before.isPresent() && !before.get().isSecond() ? slotSize : 0;
        allocate(pair);
        byte[] slot = SlotPair.encode(seq, payload, slotSize);
        file.write(2L * slotSize * pair + offset, slot);
        return new SlotPair.Slot(seq, payload, offset > 0);
    }

    /** Fills the space with zeros, so that a later record does not wait for its allocation. */
    private void allocate(int pair) throws IOException {
        if (file.size() < 2L * slotSize * (pair + 1)) {
            file.write(file.size(), new byte[2 * slotSize * pairsToAllocate]);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
