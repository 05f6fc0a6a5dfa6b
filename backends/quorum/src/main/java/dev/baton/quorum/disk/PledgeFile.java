package dev.baton.quorum.disk;

import dev.baton.quorum.step.Promise;
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

/**
 * Promises in memory that belongs to the kernel: they survive the death of the process, not that of the machine,
 * and cost no fsync.
 */
final class PledgeFile implements Closeable {
    private static final int PAIRS_AT_ONCE = 64;
    private static final int PAIR = 2 * Records.SLOT;

    private final FileChannel channel;
    private final String boot;
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<Integer, Long> sequence = new HashMap<>();
    private MappedByteBuffer memory;

    private PledgeFile(FileChannel channel, String boot) throws IOException {
        this.channel = channel;
        this.boot = boot;
        this.memory = map(PAIRS_AT_ONCE);
    }

    /** How much of what was promised is still known. */
    enum Memory {
        KEPT,
        /** The machine was booted since. */
        OTHER_BOOT,
        /** There is no file, or a damaged one. */
        LOST
    }

    record Found(PledgeFile file, Map<String, Promise> promises, Memory memory) {}

    static Found open(Path path, String boot) throws IOException {
        byte[] bytes = Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
        Memory memory = bytes.length > 0 ? Memory.KEPT : Memory.LOST;
        Map<String, Promise> promises = new HashMap<>();
        for (int from = 0; from < bytes.length && !SlotPair.isBlank(bytes, from, Records.SLOT); from += PAIR) {
            Optional<Records.Pledge> pledge =
                    SlotPair.newest(bytes, from, Records.SLOT).map(slot -> Records.pledge(slot.payload()));
            if (pledge.isEmpty()) {
                memory = Memory.LOST;
            } else if (pledge.get().boot().equals(boot)) {
                promises.put(pledge.get().election(), pledge.get().promise());
            } else if (memory == Memory.KEPT) {
                memory = Memory.OTHER_BOOT;
            }
        }
        Path next = path.resolveSibling("promises.new");
        Files.deleteIfExists(next);
        PledgeFile file = new PledgeFile(
                FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                boot);
        file.remember("", Promise.NONE); // Tells a later start that this boot has been here.
        promises.forEach(file::remember);
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
        return new Found(file, promises, memory);
    }

    void remember(String election, Promise promise) {
        int place = places.computeIfAbsent(election, name -> places.size());
        if ((place + 1) * PAIR > memory.capacity()) {
            memory = grown(2 * memory.capacity() / PAIR);
        }
        long seq = sequence.merge(place, 1L, Long::sum);
        byte[] payload = Records.encode(new Records.Pledge(boot, election, promise));
        byte[] slot = SlotPair.encode(seq, payload, Records.SLOT);
        memory.put(place * PAIR + (seq % 2 == 0 ? Records.SLOT : 0), slot);
    }

    /** The old mapping stays valid: both show the same file. */
    private MappedByteBuffer grown(int pairs) {
        try {
            return map(pairs);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot make room for promises", failure);
        }
    }

    private MappedByteBuffer map(int pairs) throws IOException {
        long size = (long) pairs * PAIR;
        ByteBuffer zeros = ByteBuffer.allocate((int) (size - channel.size()));
        for (long at = channel.size(); zeros.hasRemaining(); ) {
            at += channel.write(zeros, at);
        }
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
