package dev.baton.file.disk;

import dev.baton.file.posix.NativeFile;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
    private final DiskSync disk;
    private final NativeFile lock;
    private Optional<NativeFile> epochs = Optional.empty();
    private byte[] epochBytes = new byte[0];
    private Optional<EpochSlots.Content> epochContent = Optional.empty();
    private Optional<JournalWriter> journalEnd = Optional.empty();

    /** Locks the lock file of the election. */
    public CriticalSection(DirectoryLayout layout, String election, Duration timeout, DiskSync disk)
            throws IOException {
        this.layout = layout;
        this.election = election;
        this.timeout = timeout;
        this.disk = disk;
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

    /** Reads back and returns whether other processes see this record and the epoch file as it was written. */
    public boolean verify(byte[] line) throws IOException {
        return Arrays.equals(lock.read(), line)
                && Arrays.equals(epochFile().read(), epochBytes)
                && lock.isStillAtPath()
                && epochFile().isStillAtPath();
    }

    /** Returns whether there is an epoch file that is not empty. Neither opens nor locks it. */
    public boolean hasEpoch() throws IOException {
        return NativeFile.sizeAt(layout.epoch(election)) > 0;
    }

    /** Returns the newest state. The file is read once: until it is unlocked, only this object may change it. */
    public Optional<EpochState> epochState() throws IOException {
        return epochContent().newest();
    }

    private EpochSlots.Content epochContent() throws IOException {
        if (epochContent.isEmpty()) {
            epochBytes = epochFile().read();
            epochContent = Optional.of(EpochSlots.read(epochBytes, layout.epoch(election)));
        }
        return epochContent.get();
    }

    /** Writes the state, which follows the newest one, to the slot that does not contain that one. */
    public void writeEpoch(EpochState state) throws IOException {
        NativeFile file = epochFile();
        EpochSlots.Content content = epochContent();
        byte[] slot = EpochSlots.encode(state);
        long before = file.size();
        try {
            file.write(slot, content.freeOffset());
        } catch (IOException failed) {
            epochContent = Optional.empty();
            file.truncate(before);
            throw failed;
        }
        int offset = (int) content.freeOffset();
        epochBytes = Arrays.copyOf(epochBytes, Math.max(epochBytes.length, offset + slot.length));
        System.arraycopy(slot, 0, epochBytes, offset, slot.length);
        epochContent = Optional.of(content.with(state));
    }

    public void makeEpochDurable() throws IOException {
        disk.sync(epochFile());
        if (epochBytes.length <= EpochSlots.SLOT_BYTES) {
            disk.syncDirectory(layout.epochs());
            disk.syncDirectory(layout.directory());
        }
    }

    public TenureJournal journal() {
        return new TenureJournal(layout.history(election));
    }

    /** Returns the highest epoch at the end of the journal, 0 if it has none. */
    public long highestJournalEpoch() throws IOException {
        return journalEnd().highestEpoch();
    }

    /** Appends the entries to the journal in one write. */
    public void appendToJournal(List<JournalEntry> entries) throws IOException {
        try (JournalWriter end = journalEnd()) {
            journalEnd = Optional.empty();
            end.append(entries);
        }
    }

    private JournalWriter journalEnd() throws IOException {
        if (journalEnd.isEmpty()) {
            journalEnd = Optional.of(JournalWriter.open(journal()));
        }
        return journalEnd.get();
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
        journalEnd.ifPresent(JournalWriter::close);
        epochs.ifPresent(NativeFile::close);
        lock.close();
    }
}
