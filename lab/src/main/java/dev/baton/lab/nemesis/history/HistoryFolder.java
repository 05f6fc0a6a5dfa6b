package dev.baton.lab.nemesis.history;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder with the histories of one trial. The ending of a file names what recorded it: {@code .history}, {@code .events}
 * (of {@code baton run}), {@code .beats} (of its commands), {@code .trial}.
 */
public record HistoryFolder(Path path) {

    /** Reads all histories. Incomplete last lines of killed processes are dropped. */
    public List<ProcessHistory> read() throws IOException {
        List<ProcessHistory> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.sorted().toList()) {
                Optional<ProcessHistory.Kind> kind = kind(file);
                if (kind.isPresent()) {
                    List<HistoryEvent> events = new ArrayList<>();
                    try (Stream<String> lines = Files.lines(file)) {
                        lines.forEach(line -> parse(kind.get(), line).ifPresent(events::add));
                    }
                    String name = file.getFileName().toString();
                    all.add(new ProcessHistory(name.substring(0, name.lastIndexOf('.')), kind.get(), events));
                }
            }
        }
        return all;
    }

    /** Returns what recorded the file; empty if it is not a history. */
    static Optional<ProcessHistory.Kind> kind(Path file) {
        String name = file.getFileName().toString();
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "history" -> Optional.of(ProcessHistory.Kind.CANDIDATES);
            case "events" -> Optional.of(ProcessHistory.Kind.RUN);
            case "beats" -> Optional.of(ProcessHistory.Kind.COMMAND);
            case "trial" -> Optional.of(ProcessHistory.Kind.TRIAL);
            default -> Optional.empty();
        };
    }

    /** Reads one line; empty if it is incomplete or not part of the history. */
    static Optional<HistoryEvent> parse(ProcessHistory.Kind kind, String line) {
        try {
            return kind == ProcessHistory.Kind.RUN
                    ? ofRun(Json.parseObject(line))
                    : Optional.of(HistoryEvent.parse(line));
        } catch (IllegalArgumentException | JsonException incomplete) {
            return Optional.empty();
        }
    }

    private static Optional<HistoryEvent> ofRun(Map<String, @Nullable Object> event) {
        long nanos = number(event, "mono_ns");
        String election = String.valueOf(event.get("election"));
        String name = String.valueOf(event.get("event"));
        return switch (name) {
            case "acquired" -> Optional.of(new HistoryEvent.Acquired(election, number(event, "epoch"), 0, nanos));
            case "released", "lost" ->
                Optional.of(new HistoryEvent.Ended(
                        election, number(event, "epoch"), 0, nanos, name + ":" + event.get("reason")));
            case "stopped" -> Optional.of(new HistoryEvent.Closed(nanos));
            default -> Optional.empty();
        };
    }

    private static long number(Map<String, @Nullable Object> event, String field) {
        return event.get(field) instanceof Number number ? number.longValue() : 0;
    }
}
