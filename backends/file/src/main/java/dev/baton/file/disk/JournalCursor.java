package dev.baton.file.disk;

import dev.baton.file.record.JournalEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reader's place in a journal. Not thread-safe. */
public final class JournalCursor {
    private static final int CHUNK = 64 * 1024;

    private final Path path;
    private @Nullable Object file;
    private long offset;

    public JournalCursor(Path path) {
        this.path = path;
    }

    /** Moves to the end: what was written before now is not read. */
    public void skipToEnd() throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            file = attributes.fileKey();
            offset = attributes.size();
        } catch (NoSuchFileException never) {
            offset = 0;
        }
    }

    /**
     * The entries since the last call. A journal that was compacted or replaced is read from its start,
     * so an entry may come twice.
     */
    public List<JournalEntry> next() throws IOException {
        List<JournalEntry> entries = new ArrayList<>();
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!Objects.equals(file, attributes.fileKey()) || attributes.size() < offset) {
                file = attributes.fileKey();
                offset = 0;
            }
            if (attributes.size() > offset) {
                read(entries);
            }
        } catch (NoSuchFileException never) {
            offset = 0;
        }
        return entries;
    }

    private void read(List<JournalEntry> into) throws IOException {
        try (FileChannel channel = FileChannel.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
            while (true) {
                buffer.clear();
                int count = channel.read(buffer, offset);
                int whole = count <= 0 ? 0 : afterLastNewline(buffer.array(), count);
                if (whole == 0) {
                    return;
                }
                offset += whole;
                new String(buffer.array(), 0, whole, StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> JournalEntry.read(line).ifPresent(into::add));
            }
        }
    }

    /** A line that is still being written is left for the next time. */
    private static int afterLastNewline(byte[] bytes, int count) {
        int end = count;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }
}
