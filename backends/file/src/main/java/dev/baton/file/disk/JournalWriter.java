package dev.baton.file.disk;

import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.record.JournalEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The end of a journal, inside the critical section of its election. Not thread-safe. */
final class JournalWriter implements AutoCloseable {
    /** More than the begin and the end of a tenure. */
    private static final int END_BYTES = 2 * 1024;

    /** The lines are in the order of the epochs. The second one is read because the first one may have been edited. */
    private static final int LINES = 2;

    private final TenureJournal journal;
    private final NativeFile file;

    private JournalWriter(TenureJournal journal, NativeFile file) {
        this.journal = journal;
        this.file = file;
    }

    /** Opens the journal and creates it if it is missing. */
    static JournalWriter open(TenureJournal journal) throws IOException {
        Optional<NativeFile> file = NativeFile.open(journal.path());
        if (file.isEmpty()) {
            StoreFiles.createFile(journal.path());
            file = NativeFile.open(journal.path());
        }
        return new JournalWriter(journal, file.orElseThrow(() -> NativeFile.keepsChanging(journal.path())));
    }

    /** Appends the entries in one write. An incomplete last line of a failed write is ended first. */
    void append(List<JournalEntry> entries) throws IOException {
        byte[] last = file.readLast(1);
        String separator = last.length == 1 && last[0] != '\n' ? "\n" : "";
        file.append((separator + TenureJournal.text(entries)).getBytes(StandardCharsets.UTF_8));
        if (file.size() > TenureJournal.MAX_BYTES) {
            journal.compact();
        }
    }

    /** Returns the highest epoch of the last lines, 0 if there is none. Lines that are no entries are skipped. */
    long highestEpoch() throws IOException {
        List<String> lines = new String(file.readLast(END_BYTES), StandardCharsets.UTF_8)
                .lines()
                .toList();
        long highest = 0;
        int found = 0;
        for (int i = lines.size() - 1; i >= 0 && found < LINES; i--) {
            Optional<Long> epoch = JournalEntry.epochOf(lines.get(i));
            highest = Math.max(highest, epoch.orElse(0L));
            found += epoch.isPresent() ? 1 : 0;
        }
        return found == LINES || file.size() <= END_BYTES
                ? highest
                : journal.tail().stream().mapToLong(JournalEntry::epoch).max().orElse(0);
    }

    @Override
    public void close() {
        file.close();
    }
}
