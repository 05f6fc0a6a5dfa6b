package dev.baton.file.disk;

import dev.baton.file.posix.RegularFile;
import dev.baton.file.record.JournalEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The position of a reader in a journal. Not thread-safe. */
public final class JournalCursor {
    private static final int CHUNK_BYTES = 64 * 1024;

    private final Path path;
    private @Nullable Object fileKey;
    private long offset;

    public JournalCursor(Path path) {
        this.path = path;
    }

    /** Moves to the end of the journal: earlier entries are not returned. */
    public void skipToEnd() throws IOException {
        offset = currentSize();
    }

    /** Returns the entries since the last call. A compacted journal is read from its start, so entries can repeat. */
    public List<JournalEntry> next() throws IOException {
        List<JournalEntry> entries = new ArrayList<>();
        if (currentSize() > offset) {
            read(entries);
        }
        return entries;
    }

    /** Returns the size of the journal, 0 if it does not exist. Moves to the start of a new or shortened file. */
    private long currentSize() throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!Objects.equals(fileKey, attributes.fileKey()) || attributes.size() < offset) {
                fileKey = attributes.fileKey();
                offset = 0;
            }
            return attributes.size();
        } catch (NoSuchFileException absent) {
            offset = 0;
            return 0;
        }
    }

    private void read(List<JournalEntry> into) throws IOException {
        try (FileChannel channel = FileChannel.open(RegularFile.require(path), TenureJournal.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
            while (true) {
                buffer.clear();
                int count = channel.read(buffer, offset);
                int complete = count <= 0 ? 0 : afterLastNewline(buffer.array(), count);
                if (complete == 0) {
                    return;
                }
                offset += complete;
                into.addAll(JournalEntry.readAll(new String(buffer.array(), 0, complete, StandardCharsets.UTF_8)));
            }
        } catch (NoSuchFileException deletedMeanwhile) {
            offset = 0;
        }
    }

    /** A line that is still being written is left for the next call. */
    private static int afterLastNewline(byte[] bytes, int count) {
        int end = count;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }
}
