package dev.baton.support.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The file locks that the kernel lists in {@code /proc/locks}. Reading the list takes no lock. */
public record KernelLocks(Set<String> inodes) {

    /**
     * Reads the list of {@code flock(2)} locks.
     *
     * @throws IOException if it cannot be read; then nothing is known about any lock
     */
    public static KernelLocks read() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/locks"))) {
            return new KernelLocks(lines.filter(line -> line.contains("FLOCK"))
                    .map(KernelLocks::inode)
                    .collect(Collectors.toSet()));
        }
    }

    /** Returns whether some process holds a lock on the file. A file of the same inode on another device counts too. */
    public boolean isLocked(Path file) throws IOException {
        return inodes.contains(String.valueOf(Files.getAttribute(file, "unix:ino")));
    }

    /** A line reads {@code 1: FLOCK ADVISORY WRITE 712 fd:00:131 0 EOF}; the file is given as device and inode. */
    private static String inode(String line) {
        return line.replaceFirst(".* [0-9a-f]+:[0-9a-f]+:(\\d+) .*", "$1");
    }
}
