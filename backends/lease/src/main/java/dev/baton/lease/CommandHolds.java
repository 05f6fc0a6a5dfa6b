package dev.baton.lease;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;

/** The files by which commands of this process keep a successor on this host waiting until they are gone. */
final class CommandHolds {
    private final Path folder;
    private final AtomicInteger made = new AtomicInteger();

    /** In a folder of this user's own. */
    CommandHolds(Path folder) {
        this.folder = folder;
    }

    static Path usualFolder() {
        return Path.of(System.getProperty("java.io.tmpdir"), "baton-holds-" + System.getProperty("user.name"));
    }

    /** Makes sure the folder is there: without it, nobody could tell that there are no holds. */
    void prepare() {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot create " + folder, failed);
        }
    }

    Path fresh(LeaseProcess process) {
        try {
            prepare();
            return Files.createFile(folder.resolve(process.name() + ".hold" + made.incrementAndGet()));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot create a hold in " + folder, failed);
        }
    }

    /** Removes what a process left, once it is known that nobody needs it. */
    static void removeOf(LeaseProcess process) {
        try {
            for (Path hold : LeaseDeathEvidence.holds(process)) {
                Files.deleteIfExists(hold);
            }
        } catch (IOException notOurs) {
            LeaseBackend.LOG.debug("holds of {} could not be removed", process.name(), notOurs);
        }
    }
}
