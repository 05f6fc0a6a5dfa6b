package dev.baton.file.disk;

import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of one election while they are locked against all other processes. Closing it unlocks them. Not
 * thread-safe.
 *
 * <p>Other programs know only the lock of the lock file. The epoch file has a lock too, taken second and only if the
 * epoch is read. If the lock file is deleted while it is locked, two processes can hold the locks of two different lock
 * files; the lock of the epoch file still excludes one of them.
 */
public final class CriticalSection implements AutoCloseable {
    private final DirectoryLayout layout;
    private final String election;
    private final Duration timeout;
    private final NativeFile lock;
    private Optional<NativeFile> epochs = Optional.empty();
    private byte[] epochBytes = new byte[0];

    /** Locks the lock file of the election. */
    public CriticalSection(DirectoryLayout layout, String election, Duration timeout) throws IOException {
        this.layout = layout;
        this.election = election;
        this.timeout = timeout;
        this.lock = NativeFile.openLocked(layout.lock(election), timeout);
    }

    /** Returns the content of the lock file, cut off at the size limit: a longer file is not a record anyway. */
    public byte[] recordBytes() throws IOException {
        return lock.read();
    }

    /** Replaces the record in one write. The file is never empty or shorter in between. */
    public void writeRecord(byte[] line) throws IOException {
        if (lock.size() > NativeFile.MAX_BYTES) {
            lock.truncate(NativeFile.MAX_BYTES);
        }
        lock.write(padded(line, lock.size()), 0);
        lock.truncate(line.length);
    }

    /** Empties the lock file. It must not be deleted: a waiting process would lock a file that others cannot see. */
    public void clearRecord() throws IOException {
        lock.truncate(0);
    }

    /** Reads back and returns whether other processes see this record and this epoch. */
    public boolean verify(byte[] line, EpochState state) throws IOException {
        return Arrays.equals(lock.read(), line)
                && epochState().filter(state::equals).isPresent()
                && lock.isStillAtPath()
                && epochFile().isStillAtPath();
    }

    public Optional<EpochState> epochState() throws IOException {
        epochBytes = epochFile().read();
        return EpochSlots.newest(epochBytes, layout.epoch(election));
    }

    /** Writes the state to the slot that does not contain the newest one. Requires {@link #epochState} before. */
    public void writeEpoch(EpochState state, @Nullable EpochState newest) throws IOException {
        NativeFile file = epochFile();
        long before = file.size();
        try {
            file.write(EpochSlots.encode(state), EpochSlots.offsetFor(epochBytes, newest));
        } catch (IOException failed) {
            file.truncate(before);
            throw failed;
        }
        epochBytes = file.read();
    }

    public void makeEpochDurable() throws IOException {
        epochFile().sync();
        if (epochBytes.length <= EpochSlots.SLOT_BYTES) {
            StoreFiles.syncDirectory(layout.epochs());
            StoreFiles.syncDirectory(layout.directory());
        }
    }

    public TenureJournal journal() {
        return new TenureJournal(layout.history(election));
    }

    private NativeFile epochFile() throws IOException {
        if (epochs.isEmpty()) {
            NativeFile open = NativeFile.openLocked(layout.epoch(election), timeout);
            epochs = Optional.of(open);
            if (open.size() > NativeFile.MAX_BYTES) {
                throw new IOException(layout.epoch(election) + " has " + open.size() + " bytes, more than the limit of "
                        + NativeFile.MAX_BYTES + "; nothing was changed; move it away and try again");
            }
        }
        return epochs.get();
    }

    private static byte[] padded(byte[] line, long size) {
        byte[] padded = Arrays.copyOf(line, Math.max(line.length, (int) size));
        Arrays.fill(padded, line.length, padded.length, (byte) ' ');
        return padded;
    }

    @Override
    public void close() {
        epochs.ifPresent(NativeFile::close);
        lock.close();
    }
}
