package dev.baton.lease;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Proves that a process of this host is gone. The rule: same boot of the same kernel, same pid namespace, and no
 * process with its pid and start time; and no command that it ran is left, which shows in the kernel's list of
 * locks. Everything else, a lost connection above all, proves nothing.
 */
final class LeaseDeathEvidence implements LeaseDecision.Obituaries {
    private final LeaseProcess us;

    LeaseDeathEvidence(LeaseProcess us) {
        this.us = us;
    }

    @Override
    public boolean isGone(LeaseProcess process) {
        boolean comparable = !us.bootId().isEmpty()
                && us.startTime() != 0
                && us.pidNamespace() != 0
                && process.startTime() != 0
                && us.bootId().equals(process.bootId())
                && us.pidNamespace() == process.pidNamespace();
        if (!comparable
                || ThisProcess.startOf(process.pid())
                        .filter(start -> start == process.startTime())
                        .isPresent()) {
            return false;
        }
        try {
            return !isHeld(process);
        } catch (IOException | UncheckedIOException | InvalidPathException cannotTell) {
            return false;
        }
    }

    /** Whether a command that this process ran still holds one of its holds. */
    private static boolean isHeld(LeaseProcess process) throws IOException {
        List<Path> holds = holds(process);
        if (holds.isEmpty()) {
            return false;
        }
        Set<String> locked;
        try (Stream<String> lines = Files.lines(Path.of("/proc/locks"))) {
            locked = lines.filter(line -> line.contains("FLOCK"))
                    .map(LeaseDeathEvidence::inode)
                    .collect(Collectors.toSet());
        }
        for (Path hold : holds) {
            if (locked.contains(String.valueOf(Files.getAttribute(hold, "unix:ino")))) {
                return true;
            }
        }
        return false;
    }

    /** A line: {@code 1: FLOCK ADVISORY WRITE 712 fd:00:131 0 EOF}; the file is told as device and inode. */
    private static String inode(String line) {
        return line.replaceFirst(".* [0-9a-f]+:[0-9a-f]+:(\\d+) .*", "$1");
    }

    static List<Path> holds(LeaseProcess process) throws IOException {
        if (process.holds().isEmpty()) {
            return List.of();
        }
        Path folder = Path.of(process.holds());
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder + " cannot be seen from here");
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> path.getFileName().toString().startsWith(process.name()))
                    .toList();
        }
    }
}
