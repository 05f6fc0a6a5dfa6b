package dev.baton.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The processes in a control group and the groups inside it. The folders are removed with the last process. */
record GroupProcesses(Path folder) implements CommandProcesses {

    @Override
    public boolean kill() throws IOException {
        if (!isPopulated()) {
            remove();
            return true;
        }
        try {
            Files.writeString(folder.resolve("cgroup.kill"), "1");
        } catch (IOException olderKernel) {
            // The signals below do it.
        }
        // A process whose main thread has exited survives cgroup.kill, but not the signal.
        for (Path group : folders()) {
            members(group).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        }
        return false;
    }

    private boolean isPopulated() throws IOException {
        try {
            return !Files.readAllLines(folder.resolve("cgroup.events")).contains("populated 0");
        } catch (NoSuchFileException removed) {
            return false;
        }
    }

    private static List<Long> members(Path group) {
        try {
            return Files.readAllLines(group.resolve("cgroup.procs")).stream()
                    .map(Long::valueOf)
                    // A process of another pid namespace.
                    .filter(pid -> pid != 0)
                    .toList();
        } catch (IOException removed) {
            return List.of();
        }
    }

    private List<Path> folders() {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(Files::isDirectory).toList();
        } catch (IOException | UncheckedIOException removed) {
            return List.of();
        }
    }

    private void remove() {
        folders().stream().sorted(Comparator.reverseOrder()).forEach(group -> {
            try {
                Files.deleteIfExists(group);
            } catch (IOException again) {
                // An empty group does no harm.
            }
        });
    }
}
