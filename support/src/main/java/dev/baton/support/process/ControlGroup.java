package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The control group of this process in the unified hierarchy (cgroup v2). */
public final class ControlGroup {

    private ControlGroup() {}

    /** Returns the folder of the group that this process belongs to; empty if there is none that it can see. */
    public static Optional<Path> ofThisProcess() {
        return of(Path.of("/proc"));
    }

    /** Returns an id that no other group of this boot has, the inode of its folder. */
    public static long id(Path group) throws IOException {
        return (long) Files.getAttribute(group, "unix:ino");
    }

    static Optional<Path> of(Path proc) {
        try {
            String group = Files.readAllLines(proc.resolve("self/cgroup")).stream()
                    .filter(line -> line.startsWith("0::/"))
                    .map(line -> line.substring("0::/".length()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no unified hierarchy"));
            return root(proc).map(root -> root.resolve(group)).filter(Files::isDirectory);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the folder of the topmost group that this process can see; empty if there is no such hierarchy. */
    static Optional<Path> root(Path proc) throws IOException {
        for (String line : Files.readAllLines(proc.resolve("self/mountinfo"), StandardCharsets.ISO_8859_1)) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            if (halves.length == 2 && halves[1].startsWith("cgroup2 ") && left.length > 4 && left[3].equals("/")) {
                return Optional.of(Path.of(left[4]));
            }
        }
        return Optional.empty();
    }
}
