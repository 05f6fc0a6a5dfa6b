package dev.baton.quorum.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Two slots of one size that are written in turn: the newest intact one is valid. A slot is a magic number, a checksum of
 * the rest, a sequence number, the length of the payload, and the payload.
 */
public final class SlotPair {
    /** Length of the fields before the payload, in bytes. */
    public static final int HEAD = 20;

    private static final int MAGIC = 0x42_51_53_31;

    private SlotPair() {}

    /** An intact slot. */
    public static final class Slot {
        private final long seq;
        private final byte[] payload;
        private final boolean second;

        Slot(long seq, byte[] payload, boolean second) {
            this.seq = seq;
            this.payload = payload.clone();
            this.second = second;
        }

        public long seq() {
            return seq;
        }

        public byte[] payload() {
            return payload.clone();
        }

        boolean isSecond() {
            return second;
        }
    }

    /** Returns the bytes of one slot, without padding. */
    public static byte[] encode(long seq, byte[] payload, int slotSize) {
        if (payload.length > slotSize - HEAD) {
            throw new IllegalArgumentException(
                    "record has " + payload.length + " bytes, but at most " + (slotSize - HEAD) + " fit into a slot");
        }
        ByteBuffer slot = ByteBuffer.allocate(HEAD + payload.length);
        slot.putInt(MAGIC).putInt(0).putLong(seq).putInt(payload.length).put(payload);
        slot.putInt(4, checksum(slot.array(), 0, slot.capacity()));
        return slot.array();
    }

    /** Returns the newest intact slot of the pair at this position; empty if both are damaged or blank. */
    public static Optional<Slot> newest(byte[] file, int from, int slotSize) {
        Optional<Slot> first = decode(file, from, slotSize, false);
        Optional<Slot> second = decode(file, from + slotSize, slotSize, true);
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        return first.get().seq() > second.get().seq() ? first : second;
    }

    /**
     * Returns whether no slot of the pair at this position is damaged. A slot that was never written is intact: the
     * second one, as long as only the first record was written.
     */
    public static boolean isIntact(byte[] file, int from, int slotSize) {
        Optional<Slot> first = decode(file, from, slotSize, false);
        Optional<Slot> second = decode(file, from + slotSize, slotSize, true);
        boolean onlyFirst =
                first.isPresent() && first.get().seq() == 1 && isZero(file, from + slotSize, from + 2 * slotSize);
        return first.isPresent() && (second.isPresent() || onlyFirst);
    }

    /** Returns whether the pair at this position was never written. */
    public static boolean isBlank(byte[] file, int from, int slotSize) {
        return isZero(file, from, from + 2 * slotSize);
    }

    private static boolean isZero(byte[] file, int from, int to) {
        for (int at = from; at < Math.min(file.length, to); at++) {
            if (file[at] != 0) {
                return false;
            }
        }
        return true;
    }

    private static Optional<Slot> decode(byte[] file, int from, int slotSize, boolean second) {
        if (from + HEAD > file.length) {
            return Optional.empty();
        }
        ByteBuffer slot = ByteBuffer.wrap(file);
        int length = slot.getInt(from + 16);
        if (slot.getInt(from) != MAGIC
                || length < 0
                || length > slotSize - HEAD
                || from + HEAD + length > file.length
                || slot.getInt(from + 4) != checksum(file, from, HEAD + length)) {
            return Optional.empty();
        }
        byte[] payload = Arrays.copyOfRange(file, from + HEAD, from + HEAD + length);
        return Optional.of(new Slot(slot.getLong(from + 8), payload, second));
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from + 8, length - 8);
        return (int) crc.getValue();
    }
}
