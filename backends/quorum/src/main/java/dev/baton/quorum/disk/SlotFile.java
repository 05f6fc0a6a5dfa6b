package dev.baton.quorum.disk;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file of slot pairs, whose space is allocated before it is needed and whose writes are durable. */
final class SlotFile implements Closeable {
    private final Path path;
    private final int slotSize;
    private final int pairsAtOnce;
    private final FileChannel channel;
    private final List<Optional<SlotPair.Slot>> newest = new ArrayList<>();
    private final boolean cutOff;

    SlotFile(Path path, int slotSize, int pairsAtOnce) throws IOException {
        this.path = path;
        this.slotSize = slotSize;
        this.pairsAtOnce = pairsAtOnce;
        byte[] bytes = Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
        this.channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        for (int from = 0; from < bytes.length && !SlotPair.isBlank(bytes, from, slotSize); from += 2 * slotSize) {
            newest.add(SlotPair.newest(bytes, from, slotSize));
        }
        this.cutOff = newest.size() == 1
                && newest.get(0).isEmpty()
                && SlotPair.isBlank(Arrays.copyOfRange(bytes, 0, 2 * slotSize), slotSize, slotSize / 2);
    }

    /** Whether the very first record of all was cut off while it was written, so that there never was one. */
    boolean isCutOff() {
        return cutOff;
    }

    /** How many pairs were ever written. */
    int pairs() {
        return newest.size();
    }

    /** The newest record of a pair; empty when neither of its slots is whole. */
    Optional<byte[]> read(int pair) {
        return newest.get(pair).map(SlotPair.Slot::payload);
    }

    /** Replaces the record of a pair, or adds the pair after the last. Returns when it is on disk. */
    void write(int pair, byte[] payload) throws IOException {
        write(Map.of(pair, payload));
    }

    /** The same for many at once, which costs as much as one; pairs that are added come in order. */
    void write(Map<Integer, byte[]> payloads) throws IOException {
        Map<Integer, SlotPair.Slot> written = new LinkedHashMap<>();
        for (Map.Entry<Integer, byte[]> each : payloads.entrySet()) {
            written.put(each.getKey(), put(each.getKey(), each.getValue()));
        }
        channel.force(false);
        written.forEach((pair, slot) -> {
            if (pair < newest.size()) {
                newest.set(pair, Optional.of(slot));
            } else {
                newest.add(Optional.of(slot));
            }
        });
    }

    private SlotPair.Slot put(int pair, byte[] payload) throws IOException {
        Optional<SlotPair.Slot> before = pair < newest.size() ? newest.get(pair) : Optional.empty();
        long seq = before.map(SlotPair.Slot::seq).orElse(0L) + 1;
        int offset = SlotPair.offsetAfter(before, slotSize);
        allocate(pair);
        ByteBuffer slot = ByteBuffer.wrap(SlotPair.encode(seq, payload, slotSize));
        long at = 2L * slotSize * pair + offset;
        while (slot.hasRemaining()) {
            at += channel.write(slot, at);
        }
        return new SlotPair.Slot(seq, payload, offset > 0);
    }

    /** Zeros, so that a later record never waits for space. */
    private void allocate(int pair) throws IOException {
        long needed = 2L * slotSize * (pair + 1);
        long size = channel.size();
        if (size >= needed) {
            return;
        }
        ByteBuffer zeros = ByteBuffer.allocate(2 * slotSize * pairsAtOnce);
        for (long at = size; zeros.hasRemaining(); ) {
            at += channel.write(zeros, at);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot close " + path, failure);
        }
    }
}
