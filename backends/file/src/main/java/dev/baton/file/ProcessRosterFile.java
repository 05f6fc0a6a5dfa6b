package dev.baton.file;

import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statuses in the roster file of one process. Malformed lines are ignored. Thread-safe. */
final class ProcessRosterFile {
    private final int size;
    private List<String> lines;

    /** Replaces the lines once several elections have been requested. */
    private Optional<Map<String, List<InstanceStatus>>> statuses = Optional.empty();

    ProcessRosterFile(List<String> lines) {
        this.size = lines.size();
        this.lines = lines;
    }

    int size() {
        return size;
    }

    /** Returns the statuses of one election. Parses only its lines: a process may take part in thousands. */
    synchronized List<InstanceStatus> of(String election) {
        if (statuses.isPresent()) {
            return statuses.get().getOrDefault(election, List.of());
        }
        String quoted = "\"" + election + "\"";
        return parse(lines.stream().filter(line -> line.contains(quoted)))
                .filter(status -> status.election().equals(election))
                .toList();
    }

    /** Returns the statuses of these elections. */
    synchronized Stream<InstanceStatus> of(Set<String> elections) {
        if (statuses.isEmpty()) {
            statuses = Optional.of(parse(lines.stream()).collect(Collectors.groupingBy(InstanceStatus::election)));
            lines = List.of();
        }
        return elections.stream().flatMap(election -> statuses.get().getOrDefault(election, List.of()).stream());
    }

    private static Stream<InstanceStatus> parse(Stream<String> lines) {
        return lines.flatMap(line -> status(line).stream());
    }

    /** Parses a line; empty if it is malformed. */
    static Optional<InstanceStatus> status(String line) {
        return Json.ifWellFormed(() -> StatusJson.readStatus(line));
    }
}
