package dev.baton.lease;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Files that commands of this process keep locked, so that a successor on this host waits until they have ended. */
final class CommandHolds {
    private final Path folder;
    private final AtomicInteger created = new AtomicInteger();

    CommandHolds(Path folder) {
        this.folder = folder;
    }

    static Path defaultFolder() {
        return Path.of(System.getProperty("java.io.tmpdir"), "baton-holds-" + System.getProperty("user.name"));
    }

    /** Creates the folder: without it, a successor cannot know that there are no holds. */
    void prepare() {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot create " + folder, failed);
        }
    }

    Path create(LeaseProcess process) {
        try {
            prepare();
            return Files.createFile(folder.resolve(process.name() + ".hold" + created.incrementAndGet()));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot create a hold in " + folder, failed);
        }
    }

    /** Returns the holds of a process of this host. */
    static List<Path> of(LeaseProcess process) throws IOException {
        if (process.holds().isEmpty()) {
            return List.of();
        }
        Path folder = Path.of(process.holds());
        if (!Files.isDirectory(folder)) {
            throw new IOException("cannot see the folder " + folder);
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> path.getFileName().toString().startsWith(process.name()))
                    .toList();
        }
    }

    /** Removes the holds of a process that has ended. */
    static void removeOf(LeaseProcess process) {
        try {
            for (Path hold : of(process)) {
                Files.deleteIfExists(hold);
            }
        } catch (IOException notOurs) {
            LeaseBackend.LOG.debug("cannot remove the holds of {}", process.name(), notOurs);
        }
    }
}
