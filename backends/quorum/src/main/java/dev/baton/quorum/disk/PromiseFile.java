package dev.baton.quorum.disk;

import dev.baton.quorum.step.LeasePromise;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Promises in a memory-mapped file: they survive the end of the process but not of the machine, and need no fsync.
 *
 * <p>The first record describes the file: in whose start and in which folder it was written, how many records follow, and
 * until when that start abstains. {@link SavedPromises} reads the file and judges whether it is complete.
 */
final class PromiseFile implements Closeable {
    static final String NAME = "promises";
    private static final String NEXT_NAME = "promises.new";

    /** Name of the record that describes the file. */
    static final String HEAD = "";
    /** Name of the record with the number of the last confirmed write of votes. */
    static final String VOTES = ".votes";

    static final int PAIR = 2 * SlotRecords.SLOT;
    private static final int INITIAL_PAIRS = 64;

    private final StateFile file;
    private final String boot;
    private final LeasePromise head;
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<Integer, Long> sequence = new HashMap<>();
    private StateFile.Memory memory;

    private PromiseFile(StateFile file, String boot, LeasePromise head) throws IOException {
        this.file = file;
        this.boot = boot;
        this.head = head;
        this.memory = map(INITIAL_PAIRS);
        write(HEAD, head);
    }

    /**
     * Replaces the file with one of this start.
     *
     * @param incarnation of this start
     * @param place device and inode of the directory
     * @param abstainUntil until when this start abstains, so that a next one in this boot does not vote earlier
     */
    static PromiseFile create(
            StateDirectory directory,
            String boot,
            String place,
            long incarnation,
            long abstainUntil,
            Map<String, LeasePromise> promises)
            throws IOException {
        directory.delete(NEXT_NAME);
        PromiseFile file =
                new PromiseFile(directory.open(NEXT_NAME), boot, new LeasePromise(place, 0, incarnation, abstainUntil));
        promises.forEach(file::remember);
        directory.rename(NEXT_NAME, NAME);
        return file;
    }

    void remember(String election, LeasePromise promise) {
        boolean isNew = !places.containsKey(election);
        write(election, promise);
        if (isNew) {
            // The number of records follows the record: one that is not counted was never acknowledged.
            write(HEAD, new LeasePromise(head.leader(), places.size() - 1L, head.incarnation(), head.until()));
        }
    }

    private void write(String election, LeasePromise promise) {
        int place = places.computeIfAbsent(election, name -> places.size());
        if ((place + 1) * PAIR > memory.size()) {
            memory = grown(2 * memory.size() / PAIR);
        }
        long seq = sequence.merge(place, 1L, Long::sum);
        byte[] payload = SlotRecords.encode(new SlotRecords.StoredPromise(boot, election, promise));
        byte[] slot = SlotPair.encode(seq, payload, SlotRecords.SLOT);
        memory.put(place * PAIR + (seq % 2 == 0 ? SlotRecords.SLOT : 0), slot);
    }

    /** The old mapping stays valid: both map the same file. */
    private StateFile.Memory grown(int pairs) {
        try {
            return map(pairs);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot extend the file promises", failed);
        }
    }

    private StateFile.Memory map(int pairs) throws IOException {
        int size = pairs * PAIR;
        file.write(file.size(), new byte[(int) (size - file.size())]);
        return file.map(size);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
