package dev.baton.file.disk;

import dev.baton.Tenure;
import dev.baton.file.posix.OwnerOnlyFiles;
import dev.baton.file.posix.RegularFile;
import dev.baton.file.record.JournalEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who led an election and when: lines, appended inside the critical section, so they stand in the order
 * of the epochs. Bounded: when it is too long, the oldest reigns go.
 */
public record TenureJournal(Path path) {
    static final long LONGEST = 256 * 1024;
    static final int KEPT_REIGNS = 400;

    private static final int TAIL = 8 * 1024;
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> APPEND =
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    /** Adds entries in one write. What a full disk or a crash cut off before is ended first, and alone is lost. */
    public void append(List<JournalEntry> entries) throws IOException {
        OwnerOnlyFiles.createFile(path);
        String lines = entries.stream()
                .map(JournalEntry::line)
                .collect(Collectors.joining("", endsInTheMiddleOfALine() ? "\n" : "", ""));
        long size;
        try (FileChannel channel = FileChannel.open(RegularFile.at(path), APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            size = channel.size();
        }
        if (size > LONGEST) {
            compact();
        }
    }

    private boolean endsInTheMiddleOfALine() throws IOException {
        try (FileChannel channel = FileChannel.open(RegularFile.at(path), READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return channel.size() > 0 && channel.read(last, channel.size() - 1) == 1 && last.get(0) != '\n';
        }
    }

    /** The last entries, newest last: enough to hold the last reign. */
    public List<JournalEntry> tail() throws IOException {
        return readFrom(TAIL);
    }

    List<JournalEntry> all() throws IOException {
        return readFrom(2 * LONGEST);
    }

    /** The reigns, oldest first; the first end that was written down counts. */
    public List<Tenure> reigns() throws IOException {
        Map<Long, Tenure> reigns = new LinkedHashMap<>();
        for (JournalEntry entry : all()) {
            if (entry instanceof JournalEntry.Began began) {
                reigns.put(
                        began.epoch(),
                        new Tenure(
                                began.epoch(),
                                began.owner().instanceId(),
                                began.from(),
                                Optional.empty(),
                                Optional.empty()));
            } else if (entry instanceof JournalEntry.Ended ended) {
                reigns.computeIfPresent(
                        ended.epoch(), (epoch, reign) -> reign.to().isPresent() ? reign : closed(reign, ended));
            }
        }
        return List.copyOf(reigns.values());
    }

    private static Tenure closed(Tenure reign, JournalEntry.Ended ended) {
        return new Tenure(
                reign.epoch(), reign.instanceId(), reign.from(), Optional.of(ended.to()), Optional.of(ended.reason()));
    }

    private void compact() throws IOException {
        List<JournalEntry> entries = all();
        List<Long> epochs = entries.stream()
                .filter(JournalEntry.Began.class::isInstance)
                .map(JournalEntry::epoch)
                .toList();
        long oldest = epochs.size() > KEPT_REIGNS ? epochs.get(epochs.size() - KEPT_REIGNS) : 0;
        String kept = entries.stream()
                .filter(entry -> entry.epoch() >= oldest)
                .map(JournalEntry::line)
                .collect(Collectors.joining());
        OwnerOnlyFiles.replace(path, kept.getBytes(StandardCharsets.UTF_8));
    }

    private List<JournalEntry> readFrom(long last) throws IOException {
        try (FileChannel channel = FileChannel.open(RegularFile.at(path), READ)) {
            long size = channel.size();
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(size, last));
            channel.position(size - buffer.capacity());
            int count = 0;
            while (buffer.hasRemaining() && count >= 0) {
                count = channel.read(buffer);
            }
            String text = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
            List<JournalEntry> entries = new ArrayList<>();
            text.lines().forEach(line -> JournalEntry.read(line).ifPresent(entries::add));
            return entries;
        } catch (NoSuchFileException never) {
            return List.of();
        }
    }
}
