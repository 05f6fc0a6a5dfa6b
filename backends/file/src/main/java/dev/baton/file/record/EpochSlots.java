package dev.baton.file.record;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an epoch file: two slots of fixed size, written in turn, so that a write that was cut off
 * leaves the slot before it whole. A slot is one line of JSON that begins with its own checksum.
 */
public final class EpochSlots {
    public static final int SLOT = 1024;

    private static final String HEAD = "{\"crc\":\"";
    private static final int CHECKED_FROM = HEAD.length() + 8;

    private EpochSlots() {}

    /** The newest state, empty when the file never held one. */
    public static Optional<EpochState> newest(byte[] file, Path path) throws IOException {
        Optional<EpochState> newest = Optional.empty();
        for (int slot = 0; slot < 2; slot++) {
            Optional<EpochState> state = decode(file, slot);
            if (state.isPresent() && (newest.isEmpty() || state.get().isNewerThan(newest.get()))) {
                newest = state;
            }
        }
        if (newest.isEmpty() && !isBlank(file)) {
            throw new IOException("the epoch file " + path + " is damaged: neither of its two records is whole;"
                    + " nothing was changed; stop all candidates but those that know the epoch, delete the file,"
                    + " and see \"Recovery\" in docs/reference/file-lock.md");
        }
        return newest;
    }

    /** Where the next state goes: not over the newest one. */
    public static long offsetFor(byte[] file, @Nullable EpochState newest) {
        if (newest == null) {
            return 0;
        }
        boolean inFirst = decode(file, 0).filter(newest::equals).isPresent();
        return inFirst ? SLOT : 0;
    }

    public static byte[] encode(EpochState state) {
        String json = Json.write(state.json());
        byte[] slot = new byte[SLOT];
        Arrays.fill(slot, (byte) ' ');
        byte[] rest = ("\"," + json.substring(1)).getBytes(StandardCharsets.UTF_8);
        if (CHECKED_FROM + rest.length >= SLOT) {
            throw new IllegalArgumentException(
                    "an epoch record of " + rest.length + " bytes; at most " + SLOT + " fit");
        }
        System.arraycopy(rest, 0, slot, CHECKED_FROM, rest.length);
        slot[SLOT - 1] = '\n';
        byte[] head = (HEAD + checksum(slot, 0)).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(head, 0, slot, 0, head.length);
        return slot;
    }

    private static Optional<EpochState> decode(byte[] file, int slot) {
        int from = slot * SLOT;
        if (file.length < from + SLOT) {
            return Optional.empty();
        }
        String line = new String(file, from, SLOT, StandardCharsets.UTF_8);
        if (!line.startsWith(HEAD + checksum(file, from) + "\",")) {
            return Optional.empty();
        }
        try {
            return Optional.of(EpochState.read(line));
        } catch (JsonException malformed) {
            return Optional.empty();
        }
    }

    private static String checksum(byte[] bytes, int from) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from + CHECKED_FROM, SLOT - CHECKED_FROM);
        return String.format("%08x", crc.getValue());
    }

    /** A crash of the machine may leave a new file empty or full of zeros: it never held a state. */
    private static boolean isBlank(byte[] file) {
        for (byte b : file) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }
}
