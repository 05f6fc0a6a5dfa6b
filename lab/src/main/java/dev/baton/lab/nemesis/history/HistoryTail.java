package dev.baton.lab.nemesis.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The ends of all histories in a folder while processes append to them. Not thread-safe. */
public final class HistoryTail {
    private static final int MOST_AT_ONCE = 1 << 24;

    private final Path folder;
    private final Map<Path, Long> positions = new HashMap<>();

    public HistoryTail(Path folder) {
        this.folder = folder;
    }

    /** Passes on the complete lines written since the last call, with the name of the file without its ending. */
    public void read(BiConsumer<String, HistoryEvent> events) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> HistoryFolder.kind(file).isPresent()).toList();
        }
        for (Path file : files) {
            read(file, events);
        }
    }

    private void read(Path file, BiConsumer<String, HistoryEvent> events) throws IOException {
        long from = positions.getOrDefault(file, 0L);
        long size = Files.size(file);
        if (size <= from) {
            return;
        }
        byte[] bytes = new byte[(int) Math.min(size - from, MOST_AT_ONCE)];
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            open.seek(from);
            open.readFully(bytes);
        }
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        positions.put(file, from + end);
        ProcessHistory.Kind kind = HistoryFolder.kind(file).orElseThrow();
        String name = file.getFileName().toString();
        String label = name.substring(0, name.lastIndexOf('.'));
        new String(bytes, 0, end, StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> HistoryFolder.parse(kind, line).ifPresent(event -> events.accept(label, event)));
    }
}
