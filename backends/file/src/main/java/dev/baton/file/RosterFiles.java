package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.RegularFile;
import dev.baton.file.process.Life;
import dev.baton.file.process.LiveProcess;
import dev.baton.file.process.PeerProcesses;
import java.io.BufferedReader;
import java.io.IOException;
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
 * Reads what all processes say of their candidates. What is malformed, too old, from the future or said
 * by a dead process is passed over.
 */
final class RosterFiles {
    static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(15);

    private static final Duration FROM_THE_FUTURE = Duration.ofSeconds(5);

    private final PeerProcesses neighbourhood;
    private final BatonClock clock;
    private final RosterFileCache sheets;

    RosterFiles(PeerProcesses neighbourhood, BatonClock clock) {
        this.neighbourhood = neighbourhood;
        this.clock = clock;
        this.sheets = new RosterFileCache(clock);
    }

    /** The latest frame of every candidate of this election. */
    List<InstanceStatus> of(String election) throws IOException {
        return latest(sheets.of(filesOfTheLiving()).stream().flatMap(sheet -> sheet.of(election).stream()));
    }

    /** The latest frames of all candidates of these elections. */
    List<InstanceStatus> of(Set<String> elections) throws IOException {
        return latest(sheets.of(filesOfTheLiving()).stream().flatMap(sheet -> sheet.of(elections)));
    }

    private List<InstanceStatus> latest(Stream<InstanceStatus> frames) {
        Map<List<String>, InstanceStatus> latest = new HashMap<>();
        frames.filter(this::isTimely)
                .forEach(frame ->
                        latest.merge(List.of(frame.election(), frame.instanceId()), frame, RosterFiles::later));
        return List.copyOf(latest.values());
    }

    /** The frames of a priority above zero: they come first in their files, so the rest is not read. */
    List<InstanceStatus> prioritised() throws IOException {
        List<InstanceStatus> found = new ArrayList<>();
        for (Path file : filesOfTheLiving()) {
            found.addAll(prioritised(file));
        }
        return found;
    }

    private List<InstanceStatus> prioritised(Path file) {
        List<InstanceStatus> found = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(RegularFile.at(file))) {
            Optional<InstanceStatus> next = next(lines);
            while (next.isPresent() && next.get().priority() > 0) {
                found.add(next.get());
                next = next(lines);
            }
            return found;
        } catch (IOException goneOrBinary) {
            return found;
        }
    }

    private Optional<InstanceStatus> next(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        return line == null ? Optional.empty() : ProcessRosterFile.frame(line).filter(this::isTimely);
    }

    private List<Path> filesOfTheLiving() throws IOException {
        Map<String, LiveProcess> known = LiveProcess.all(neighbourhood.layout()).stream()
                .collect(Collectors.toMap(LiveProcess::name, process -> process, (one, other) -> one));
        List<Path> files = new ArrayList<>();
        for (Path file : DirectoryLayout.list(neighbourhood.layout().roster())) {
            String name = file.getFileName().toString();
            LiveProcess process = known.get(name.split("[_.]", 2)[0]);
            boolean dead = process != null && neighbourhood.lifeForDisplay(process.process()) == Life.DEAD;
            if (name.endsWith(DirectoryLayout.ROSTER_SUFFIX) && !dead) {
                files.add(file);
            }
        }
        return files;
    }

    private boolean isTimely(InstanceStatus frame) {
        Duration age = Duration.ofMillis(clock.wallMillis() - frame.timestamp().toEpochMilli());
        return age.compareTo(FORGOTTEN_AFTER) <= 0 && !age.plus(FROM_THE_FUTURE).isNegative();
    }

    private static InstanceStatus later(InstanceStatus one, InstanceStatus other) {
        return other.timestamp().isBefore(one.timestamp()) ? one : other;
    }
}
