package dev.baton.quorum.disk;

import dev.baton.quorum.step.LeasePromise;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Promises in a memory-mapped file: they survive the end of the process but not of the machine, and need no fsync. */
final class PromiseFile implements Closeable {
    private static final int INITIAL_PAIRS = 64;
    private static final int PAIR = 2 * SlotRecords.SLOT;

    private final FileChannel channel;
    private final String boot;
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<Integer, Long> sequence = new HashMap<>();
    private MappedByteBuffer memory;

    private PromiseFile(FileChannel channel, String boot) throws IOException {
        this.channel = channel;
        this.boot = boot;
        this.memory = map(INITIAL_PAIRS);
    }

    /** How much is known of earlier promises. */
    enum Memory {
        KEPT,
        /** The machine was booted since. */
        OTHER_BOOT,
        /** The file is missing or damaged. */
        LOST
    }

    record Opened(PromiseFile file, Map<String, LeasePromise> promises, Memory memory) {}

    static Opened open(Path path, String boot) throws IOException {
        byte[] bytes = Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
        Memory memory = bytes.length > 0 ? Memory.KEPT : Memory.LOST;
        Map<String, LeasePromise> promises = new HashMap<>();
        for (int from = 0; from < bytes.length && !SlotPair.isBlank(bytes, from, SlotRecords.SLOT); from += PAIR) {
            Optional<SlotRecords.StoredPromise> stored =
                    SlotPair.newest(bytes, from, SlotRecords.SLOT).map(slot -> SlotRecords.promise(slot.payload()));
            if (stored.isEmpty()) {
                memory = Memory.LOST;
            } else if (stored.get().boot().equals(boot)) {
                promises.put(stored.get().election(), stored.get().promise());
            } else if (memory == Memory.KEPT) {
                memory = Memory.OTHER_BOOT;
            }
        }
        Path next = path.resolveSibling("promises.new");
        Files.deleteIfExists(next);
        PromiseFile file = new PromiseFile(
                FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                boot);
        file.remember("", LeasePromise.NONE); // Records this boot even if no promise follows.
        promises.forEach(file::remember);
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
        return new Opened(file, promises, memory);
    }

    void remember(String election, LeasePromise promise) {
        int place = places.computeIfAbsent(election, name -> places.size());
        if ((place + 1) * PAIR > memory.capacity()) {
            memory = grown(2 * memory.capacity() / PAIR);
        }
        long seq = sequence.merge(place, 1L, Long::sum);
        byte[] payload = SlotRecords.encode(new SlotRecords.StoredPromise(boot, election, promise));
        byte[] slot = SlotPair.encode(seq, payload, SlotRecords.SLOT);
        memory.put(place * PAIR + (seq % 2 == 0 ? SlotRecords.SLOT : 0), slot);
    }

    /** The old mapping stays valid: both map the same file. */
    private MappedByteBuffer grown(int pairs) {
        try {
            return map(pairs);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot extend the file promises", failed);
        }
    }

    private MappedByteBuffer map(int pairs) throws IOException {
        long size = (long) pairs * PAIR;
        SlotFile.write(channel, ByteBuffer.allocate((int) (size - channel.size())), channel.size());
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
