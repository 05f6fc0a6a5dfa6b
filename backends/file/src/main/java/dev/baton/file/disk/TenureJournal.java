package dev.baton.file.disk;

import dev.baton.Tenure;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.record.JournalEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tenures of an election as lines of a file. They are appended inside the critical section, so they are in the order
 * of the epochs. When the file is too long, the oldest tenures are removed.
 */
public record TenureJournal(Path path) {
    static final long MAX_BYTES = 256 * 1024;
    static final int KEPT_TENURES = 400;
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private static final int TAIL_BYTES = 8 * 1024;
    private static final int CHUNK_BYTES = 64 * 1024;

    static String text(List<JournalEntry> entries) {
        return entries.stream().map(JournalEntry::line).collect(Collectors.joining());
    }

    /** Returns the last entries, oldest first. They include the last tenure. */
    public List<JournalEntry> tail() throws IOException {
        return readLast(TAIL_BYTES);
    }

    List<JournalEntry> all() throws IOException {
        return readLast(2 * MAX_BYTES);
    }

    /** Returns the tenures, oldest first. If a tenure has several end entries, the first one counts. */
    public List<Tenure> tenures() throws IOException {
        Map<Long, Tenure> tenures = new LinkedHashMap<>();
        for (JournalEntry entry : all()) {
            entry.handle(
                    began -> tenures.put(
                            began.epoch(),
                            new Tenure(
                                    began.epoch(),
                                    began.owner().instanceId(),
                                    began.from(),
                                    Optional.empty(),
                                    Optional.empty())),
                    ended -> tenures.computeIfPresent(
                            ended.epoch(), (epoch, tenure) -> tenure.to().isPresent() ? tenure : end(tenure, ended)));
        }
        return List.copyOf(tenures.values());
    }

    private static Tenure end(Tenure tenure, JournalEntry.Ended ended) {
        return new Tenure(
                tenure.epoch(),
                tenure.instanceId(),
                tenure.from(),
                Optional.of(ended.to()),
                Optional.of(ended.reason()));
    }

    /** Removes the oldest tenures. The file is replaced. */
    void compact() throws IOException {
        List<JournalEntry> entries = all();
        List<Long> epochs = entries.stream()
                .filter(JournalEntry.Began.class::isInstance)
                .map(JournalEntry::epoch)
                .toList();
        long oldest = epochs.size() > KEPT_TENURES ? epochs.get(epochs.size() - KEPT_TENURES) : 0;
        String kept =
                text(entries.stream().filter(entry -> entry.epoch() >= oldest).toList());
        StoreFiles.replace(path, kept.getBytes(StandardCharsets.UTF_8));
    }

    private List<JournalEntry> readLast(long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(StoreFiles.requireRegular(path), READ)) {
            long size = channel.size();
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(size, bytes));
            channel.position(size - buffer.capacity());
            int count = 0;
            while (buffer.hasRemaining() && count >= 0) {
                count = channel.read(buffer);
            }
            return JournalEntry.readAll(new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8));
        } catch (NoSuchFileException absent) {
            return List.of();
        }
    }

    /** The position of a reader in a journal. Not thread-safe. */
    public static final class Cursor {
        private final Path path;
        private @Nullable Object fileKey;
        private long offset;

        public Cursor(Path path) {
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
            try (FileChannel channel = FileChannel.open(StoreFiles.requireRegular(path), READ)) {
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
}
