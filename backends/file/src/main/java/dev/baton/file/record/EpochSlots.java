package dev.baton.file.record;

import dev.baton.support.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The format of an epoch file: two slots of fixed size, written in turn, so that an interrupted write leaves the other
 * slot intact. A slot is one line of JSON that begins with its checksum.
 */
public final class EpochSlots {
    public static final int SLOT_BYTES = 1024;

    private static final String HEAD = "{\"crc\":\"";
    private static final int CHECKED_FROM = HEAD.length() + 8;

    /**
     * The content of an epoch file.
     *
     * @param newest the newest state; empty if the file never contained one
     * @param freeOffset the offset of the slot that does not contain it
     */
    public record Content(Optional<EpochState> newest, long freeOffset) {

        /** Returns the content after this state was written to the free slot. */
        public Content with(EpochState written) {
            return new Content(Optional.of(written), freeOffset == 0 ? SLOT_BYTES : 0);
        }
    }

    private EpochSlots() {}

    /**
     * Returns the newest state; empty if the file never contained one.
     *
     * @throws IOException if the file is damaged, or written in a form that this version cannot read
     */
    public static Optional<EpochState> newest(byte[] file, Path path) throws IOException {
        return read(file, path).newest();
    }

    /**
     * Reads both slots.
     *
     * @throws IOException if the file is damaged, or written in a form that this version cannot read
     */
    public static Content read(byte[] file, Path path) throws IOException {
        Optional<EpochState> first = decode(file, 0, path);
        Optional<EpochState> second = decode(file, 1, path);
        boolean inSecond =
                second.isPresent() && (first.isEmpty() || second.get().isNewerThan(first.get()));
        Optional<EpochState> newest = inSecond ? second : first;
        if (newest.isEmpty() && !isBlank(file)) {
            throw new IOException("the epoch file " + path + " is damaged: neither of its two slots is intact;"
                    + " nothing was changed; stop all candidates except those that know the epoch, delete the file,"
                    + " and see \"Recovery\" in docs/reference/file-lock.md");
        }
        return new Content(newest, newest.isPresent() && !inSecond ? SLOT_BYTES : 0);
    }

    /** Returns the bytes of a slot. */
    public static byte[] encode(EpochState state) {
        if (state.epoch() <= 0 || state.seq() <= 0) {
            throw new IllegalArgumentException("epoch " + state.epoch() + " with seq " + state.seq()
                    + " cannot follow the last one; nothing was changed; the numbers were written by hand, see"
                    + " \"Recovery\" in docs/reference/file-lock.md");
        }
        String json = Json.write(state.json());
        byte[] slot = new byte[SLOT_BYTES];
        Arrays.fill(slot, (byte) ' ');
        byte[] rest = ("\"," + json.substring(1)).getBytes(StandardCharsets.UTF_8);
        if (CHECKED_FROM + rest.length >= SLOT_BYTES) {
            throw new IllegalArgumentException("epoch record has " + rest.length + " bytes; a slot has " + SLOT_BYTES
                    + "; nothing was changed; remove what other programs added to it");
        }
        System.arraycopy(rest, 0, slot, CHECKED_FROM, rest.length);
        slot[SLOT_BYTES - 1] = '\n';
        byte[] head = (HEAD + checksum(slot, 0)).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(head, 0, slot, 0, head.length);
        return slot;
    }

    /** An intact slot that cannot be read may have the highest epoch: it must not count as missing. */
    private static Optional<EpochState> decode(byte[] file, int slot, Path path) throws IOException {
        int from = slot * SLOT_BYTES;
        if (file.length < from + SLOT_BYTES) {
            return Optional.empty();
        }
        int end = from + SLOT_BYTES;
        while (end > from && (file[end - 1] == ' ' || file[end - 1] == '\n')) {
            end--;
        }
        String line = new String(file, from, end - from, StandardCharsets.UTF_8);
        if (!line.startsWith(HEAD + checksum(file, from) + "\",")) {
            return Optional.empty();
        }
        Optional<EpochState> state = Json.ifWellFormed(() -> EpochState.read(line));
        if (state.isEmpty()) {
            throw new IOException("the epoch file " + path + " has a record that this version cannot read, although its"
                    + " checksum is right; nothing was changed; use the program or the version that wrote it, or see"
                    + " \"Recovery\" in docs/reference/file-lock.md");
        }
        return state;
    }

    private static String checksum(byte[] bytes, int from) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from + CHECKED_FROM, SLOT_BYTES - CHECKED_FROM);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /** After a crash of the machine, a new file may be empty or full of zeros. */
    private static boolean isBlank(byte[] file) {
        return Arrays.equals(file, new byte[file.length]);
    }
}
