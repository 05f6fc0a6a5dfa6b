package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.disk.DiskSync;
import dev.baton.file.posix.StoreFiles;
import dev.baton.spi.ContenderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A directory under test. Each backend on it behaves as if it were in a separate process. */
final class FileStoreFixture implements AutoCloseable {
    static final String ELECTION = "nightly";

    final Path directory;
    final DirectoryLayout layout;
    final ManualClock clock = new ManualClock();
    private final List<FileBackend> backends = new ArrayList<>();

    FileStoreFixture() throws IOException {
        this(Files.createTempDirectory("store").resolve("store"));
    }

    FileStoreFixture(Path directory) {
        this.directory = directory;
        this.layout = new DirectoryLayout(directory);
    }

    FileBackend process() {
        return process(clock, false);
    }

    FileBackend process(BatonClock clocks, boolean leadsOnUnreadable) {
        FileBackend backend = FileBackend.openIsolated(
                new FileUrl(directory, leadsOnUnreadable), clocks, new ProcessScope(new DirectoryLayout(directory)));
        backends.add(backend);
        return backend;
    }

    /** Returns a backend on another disk, in a separate process. */
    FileBackend process(BatonClock clocks, DiskSync disk) {
        FileBackend backend = FileBackend.openIsolated(
                new FileUrl(directory, false), clocks, disk, new ProcessScope(new DirectoryLayout(directory)));
        backends.add(backend);
        return backend;
    }

    /** Returns a backend in a separate process, which restores deleted files at once. */
    FileBackend restoringProcess(FolderAge age) {
        FileBackend backend = FileBackend.openIsolated(
                new FileUrl(directory, false), clock, ProcessScope.restoring(new DirectoryLayout(directory), age));
        backends.add(backend);
        return backend;
    }

    /** Returns a candidate in a separate process. */
    TestContender contender(String instanceId) {
        return contender(process(), instanceId);
    }

    /** Returns a backend on the system clock, in a separate process. */
    FileBackend realTimeProcess() {
        return process(BatonClock.system(), false);
    }

    /** Returns a candidate on the system clock, in a separate process. */
    TestContender realTimeContender(String instanceId) {
        return contender(realTimeProcess(), instanceId);
    }

    TestContender contender(FileBackend backend, String instanceId) {
        RecordedSignals signals = new RecordedSignals();
        FileContender contender = (FileContender)
                backend.contend(new ContenderSettings(ELECTION, instanceId, 0, "http://" + instanceId, signals));
        return new TestContender(backend, contender, signals);
    }

    Path lock() {
        return layout.lock(ELECTION);
    }

    /** Writes the lock file without its lock. */
    void write(String record) throws IOException {
        Files.createDirectories(layout.locks());
        Files.writeString(lock(), record);
    }

    String read() throws IOException {
        return Files.readString(lock());
    }

    @Override
    public void close() {
        backends.forEach(FileBackend::close);
        TempDirectories.delete(StoreFiles.parentOf(directory));
    }
}
