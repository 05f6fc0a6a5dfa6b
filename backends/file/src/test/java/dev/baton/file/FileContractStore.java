package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A directory as the store of the contract tests. To break it down, it is moved away and replaced with a file. */
final class FileContractStore implements ContractStore {
    private final Path above;
    private final Path directory;
    private final Path away;

    FileContractStore() throws IOException {
        above = Files.createTempDirectory("contract");
        directory = above.resolve("store");
        away = above.resolve("away");
        Files.createDirectory(directory);
    }

    @Override
    public Backend open(BatonClock clock) {
        return FileBackend.openIsolated(
                new FileUrl(directory, false), clock, new ProcessScope(new DirectoryLayout(directory)));
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return TestCandidateProcess.start("file:" + directory, election, instanceId, validity);
    }

    @Override
    public void deleteLock(String election) {
        unchecked(() -> Files.deleteIfExists(new DirectoryLayout(directory).lock(election)));
    }

    @Override
    public void corruptLock(String election) {
        unchecked(() -> Files.writeString(new DirectoryLayout(directory).lock(election), "\u0000garbage{"));
    }

    @Override
    public void breakDown() {
        unchecked(() -> Files.move(directory, away));
        unchecked(() -> Files.createFile(directory));
    }

    @Override
    public void repair() {
        if (Files.exists(away)) {
            unchecked(() -> Files.deleteIfExists(directory));
            unchecked(() -> Files.move(away, directory));
        }
    }

    @Override
    public void restart() {
        // A directory has no server to restart.
    }

    @Override
    public void close() {
        TempDirectories.delete(above);
    }

    private interface Task {
        Object run() throws IOException;
    }

    private static void unchecked(Task task) {
        try {
            task.run();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
