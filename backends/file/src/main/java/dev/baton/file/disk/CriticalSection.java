package dev.baton.file.disk;

import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.OwnerOnlyFiles;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One election's files, locked against everybody else. Not thread-safe; closing it unlocks.
 *
 * <p>The lock file's lock is the one that other programs know. The epoch file has a lock too, taken second
 * and only where it is read: two processes that hold the locks of two lock files, because one was deleted
 * under the other's feet, still meet there.
 */
public final class CriticalSection implements AutoCloseable {
    private final DirectoryLayout layout;
    private final String election;
    private final Duration timeout;
    private final NativeFile lock;
    private @Nullable NativeFile epochs;
    private byte[] epochBytes = new byte[0];

    private CriticalSection(DirectoryLayout layout, String election, Duration timeout) throws IOException {
        this.layout = layout;
        this.election = election;
        this.timeout = timeout;
        this.lock = NativeFile.openLocked(layout.lock(election), timeout);
    }

    public static CriticalSection enter(DirectoryLayout layout, String election, Duration timeout) throws IOException {
        return new CriticalSection(layout, election, timeout);
    }

    /** What is in the lock file; of one that is too long to be a record, its beginning, which is none either. */
    public byte[] recordBytes() throws IOException {
        return lock.read();
    }

    /** Replaces the record in one write that never leaves the file shorter or empty on the way. */
    public void writeRecord(byte[] line) throws IOException {
        if (lock.size() > NativeFile.LONGEST) {
            lock.truncate(NativeFile.LONGEST);
        }
        lock.write(padded(line, lock.size()), 0);
        lock.truncate(line.length);
    }

    /** Leaves an empty file: unlinking it would let a waiter lock a file that nobody else sees. */
    public void clearRecord() throws IOException {
        lock.truncate(0);
    }

    /** Reads back: whether others see just this, in a file that was not deleted meanwhile. */
    public boolean reads(byte[] line, EpochState state) throws IOException {
        return Arrays.equals(lock.read(), line)
                && epochState().filter(state::equals).isPresent()
                && lock.isWhatItsPathNames()
                && epochFile().isWhatItsPathNames();
    }

    public Optional<EpochState> epochState() throws IOException {
        epochBytes = epochFile().read();
        return EpochSlots.newest(epochBytes, layout.epoch(election));
    }

    /** Writes the state beside the newest one, after {@link #epochState}. */
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
        if (epochBytes.length <= EpochSlots.SLOT) {
            OwnerOnlyFiles.makeEntriesDurable(layout.epochs());
            OwnerOnlyFiles.makeEntriesDurable(layout.directory());
        }
    }

    public TenureJournal journal() {
        return new TenureJournal(layout.history(election));
    }

    private NativeFile epochFile() throws IOException {
        NativeFile open = epochs;
        if (open == null) {
            open = NativeFile.openLocked(layout.epoch(election), timeout);
            epochs = open;
            if (open.size() > NativeFile.LONGEST) {
                throw new IOException(layout.epoch(election) + " has " + open.size() + " bytes, but no more than "
                        + NativeFile.LONGEST + " can be ours; nothing was changed; move it away and try again");
            }
        }
        return open;
    }

    private static byte[] padded(byte[] line, long size) {
        if (size <= line.length) {
            return line;
        }
        byte[] padded = new byte[(int) size];
        Arrays.fill(padded, (byte) ' ');
        System.arraycopy(line, 0, padded, 0, line.length);
        return padded;
    }

    @Override
    public void close() {
        NativeFile second = epochs;
        if (second != null) {
            second.close();
        }
        lock.close();
    }
}
