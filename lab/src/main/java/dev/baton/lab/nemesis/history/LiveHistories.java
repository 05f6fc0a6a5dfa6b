package dev.baton.lab.nemesis.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the histories of a running trial show so far. For the choice of targets and for progress, not for judgement. */
public final class LiveHistories {
    private final Path folder;
    private final Map<Path, Long> positions = new HashMap<>();
    private final Map<String, Leader> leaders = new HashMap<>();
    private final Set<String> tenures = new HashSet<>();

    /** The newest sign of a leader. */
    private record Leader(String process, long epoch, long nanos) {}

    public LiveHistories(Path folder) {
        this.folder = folder;
    }

    /** Reads what was written since the last call. */
    public synchronized void update() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> HistoryFolder.kind(file).isPresent()).toList();
        }
        for (Path file : files) {
            read(file);
        }
    }

    private void read(Path file) throws IOException {
        long from = positions.getOrDefault(file, 0L);
        long size = Files.size(file);
        if (size <= from) {
            return;
        }
        byte[] bytes = new byte[(int) Math.min(size - from, 1 << 24)];
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
        String process = name.substring(0, Math.max(0, name.indexOf('-')));
        new String(bytes, 0, end, StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> HistoryFolder.parse(kind, line).ifPresent(event -> add(process, event)));
    }

    private void add(String process, HistoryEvent event) {
        if (event instanceof HistoryEvent.OfTenure tenure
                && !(event instanceof HistoryEvent.Ended)
                && !(event instanceof HistoryEvent.Written)) {
            tenures.add(tenure.election() + " " + tenure.epoch());
            leaders.merge(
                    tenure.election(),
                    new Leader(process, tenure.epoch(), event.nanos()),
                    (old, seen) ->
                            seen.epoch() > old.epoch() || (seen.epoch() == old.epoch() && seen.nanos() > old.nanos())
                                    ? seen
                                    : old);
        }
    }

    /** Returns how many elections the process led when they were last read. */
    public synchronized long electionsLedBy(String process) {
        return leaders.values().stream()
                .filter(leader -> leader.process().equals(process))
                .count();
    }

    /** Returns how many elections have a sign of a leader after the given time. */
    public synchronized long ledSince(long nanos) {
        return leaders.values().stream()
                .filter(leader -> leader.nanos() >= nanos)
                .count();
    }

    /** Returns the number of tenures so far. */
    public synchronized int tenures() {
        return tenures.size();
    }
}
