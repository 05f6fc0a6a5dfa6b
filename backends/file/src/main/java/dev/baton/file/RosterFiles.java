package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.process.LiveProcess;
import dev.baton.file.process.PeerProcesses;
import dev.baton.spi.Roster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the roster files of all processes. Ignores statuses that are malformed, too old or in the future, and files of
 * processes that have ended.
 */
record RosterFiles(PeerProcesses peers, BatonClock clock, RosterFileCache cache) {
    static final Duration MAX_STATUS_AGE = Roster.maxAge();

    private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(5);

    /** Returns the latest status of every candidate of this election. */
    List<InstanceStatus> of(String election) throws IOException {
        return latest(cache.read(filesOfLiveProcesses()).stream().flatMap(content -> content.of(election).stream()));
    }

    /** Returns the latest status of every candidate of these elections. */
    List<InstanceStatus> of(Set<String> elections) throws IOException {
        return latest(cache.read(filesOfLiveProcesses()).stream().flatMap(content -> content.of(elections)));
    }

    private List<InstanceStatus> latest(Stream<InstanceStatus> statuses) {
        Map<List<String>, InstanceStatus> latest = new HashMap<>();
        statuses.filter(this::isCurrent)
                .forEach(status -> latest.merge(
                        List.of(status.election(), status.instanceId()),
                        status,
                        (one, other) -> other.timestamp().isBefore(one.timestamp()) ? one : other));
        return List.copyOf(latest.values());
    }

    /** Returns the statuses with a priority above zero. They come first in their files, so only those are read. */
    List<InstanceStatus> prioritised() throws IOException {
        List<InstanceStatus> found = new ArrayList<>();
        for (Path file : filesOfLiveProcesses()) {
            try (Stream<String> lines = Files.lines(StoreFiles.requireRegular(file))) {
                lines.map(line -> ProcessRosterFile.status(line)
                                .filter(status -> isCurrent(status) && status.priority() > 0))
                        .takeWhile(Optional::isPresent)
                        .forEach(status -> found.add(status.get()));
            } catch (IOException | UncheckedIOException goneOrBinary) {
                FileBackend.LOG.trace("could not read {}", file, goneOrBinary);
            }
        }
        return found;
    }

    private List<Path> filesOfLiveProcesses() throws IOException {
        peers.layout().requireOwn();
        Map<String, LiveProcess> known = LiveProcess.readAll(peers.layout()).stream()
                .collect(Collectors.toMap(LiveProcess::name, process -> process, (one, other) -> one));
        List<Path> files = new ArrayList<>();
        for (Path file : DirectoryLayout.list(peers.layout().roster())) {
            String name = file.getFileName().toString();
            LiveProcess process = known.get(name.split("[_.]", 2)[0]);
            boolean ended =
                    process != null && peers.evidenceForDisplay(process.owner()).isProof();
            if (name.endsWith(DirectoryLayout.ROSTER_SUFFIX) && !ended) {
                files.add(file);
            }
        }
        return files;
    }

    private boolean isCurrent(InstanceStatus status) {
        Duration age = Duration.ofMillis(clock.wallMillis() - status.timestamp().toEpochMilli());
        return age.compareTo(MAX_STATUS_AGE) <= 0 && !age.plus(MAX_CLOCK_SKEW).isNegative();
    }
}
