package dev.baton.file;

import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.JsonException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one process says of its candidates; lines that make no sense are passed over. Thread-safe. */
final class ProcessRosterFile {
    private final int size;
    private List<String> lines;
    /** Once somebody has asked for everything, in place of the lines. */
    private Optional<Map<String, List<InstanceStatus>>> frames = Optional.empty();

    ProcessRosterFile(List<String> lines) {
        this.size = lines.size();
        this.lines = lines;
    }

    int size() {
        return size;
    }

    /** Of one election. A process may stand in thousands: most lines need no reading. */
    synchronized List<InstanceStatus> of(String election) {
        if (frames.isPresent()) {
            return frames.get().getOrDefault(election, List.of());
        }
        String quoted = "\"" + election + "\"";
        return read(lines.stream().filter(line -> line.contains(quoted)))
                .filter(frame -> frame.election().equals(election))
                .toList();
    }

    /** Of all these elections. */
    synchronized Stream<InstanceStatus> of(Set<String> elections) {
        if (frames.isEmpty()) {
            frames = Optional.of(read(lines.stream()).collect(Collectors.groupingBy(InstanceStatus::election)));
            lines = List.of();
        }
        return elections.stream().flatMap(election -> frames.get().getOrDefault(election, List.of()).stream());
    }

    private static Stream<InstanceStatus> read(Stream<String> lines) {
        return lines.flatMap(line -> frame(line).stream());
    }

    static Optional<InstanceStatus> frame(String line) {
        try {
            return Optional.of(StatusJson.readStatus(line));
        } catch (JsonException malformed) {
            return Optional.empty();
        }
    }
}
