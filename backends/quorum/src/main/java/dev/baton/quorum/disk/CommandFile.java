package dev.baton.quorum.disk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code commands} of a state folder: the newest recorded command of each election. No vote depends on it, so a
 * damaged record is only counted. The file is created with the first record.
 *
 * <p>A record survives the end of the process, but is not synchronised with the disk: the command itself, and every
 * candidate that could see it, ends with the machine. So a write never delays the heartbeats. Not thread-safe.
 */
public final class CommandFile implements Closeable {
    /** Enough for three of the longest names and the longest identity of a process, in bytes. */
    private static final int SLOT = 1024;

    private static final int RECORDS_TO_ALLOCATE = 4;

    private static final String NAME = "commands";

    private final StateDirectory directory;
    private @Nullable SlotFile file;
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, TenureCommand> saved = new HashMap<>();
    private int damaged;

    CommandFile(StateDirectory directory) throws IOException {
        this.directory = directory;
        if (directory.exists(NAME)) {
            read(open());
        }
    }

    private SlotFile open() throws IOException {
        SlotFile opened = file == null ? new SlotFile(directory, NAME, SLOT, RECORDS_TO_ALLOCATE) : file;
        file = opened;
        return opened;
    }

    private void read(SlotFile slots) {
        for (int place = 0; place < slots.pairs(); place++) {
            Optional<TenureCommand> found = slots.read(place).flatMap(CommandFile::decode);
            if (found.isEmpty()) {
                damaged++;
                continue;
            }
            places.put(found.get().election(), place);
            saved.put(found.get().election(), found.get());
        }
    }

    /** Returns the commands on disk by election. */
    public Map<String, TenureCommand> saved() {
        return Map.copyOf(saved);
    }

    /** Returns the number of records that could not be read. */
    public int damaged() {
        return damaged;
    }

    /** Keeps the command of an election in place of an earlier one, also over a restart of this process. Idempotent. */
    public void write(TenureCommand command) throws IOException {
        if (command.equals(saved.get(command.election()))) {
            return;
        }
        SlotFile slots = open();
        int place = places.getOrDefault(command.election(), slots.pairs());
        slots.writeWithoutSync(place, encode(command));
        places.put(command.election(), place);
        saved.put(command.election(), command);
    }

    private static byte[] encode(TenureCommand command) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(command.election());
        out.writeLong(command.epoch());
        out.writeLong(command.number());
        out.writeUTF(command.member());
        out.writeUTF(command.instanceId());
        out.writeUTF(command.command());
        return bytes.toByteArray();
    }

    private static Optional<TenureCommand> decode(byte[] payload) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
        try {
            return Optional.of(new TenureCommand(
                    in.readUTF(), in.readLong(), in.readLong(), in.readUTF(), in.readUTF(), in.readUTF()));
        } catch (IOException malformed) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
