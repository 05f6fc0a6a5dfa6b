package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.OwnerOnlyFiles;
import dev.baton.spi.ContenderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A directory under test, and the backends that were opened on it, each as if in a process of its own. */
final class Site implements AutoCloseable {
    static final String ELECTION = "nightly";

    final Path directory;
    final DirectoryLayout layout;
    final SetClock clock = new SetClock();
    private final List<FileBackend> backends = new ArrayList<>();

    Site() throws IOException {
        this(Files.createTempDirectory("site").resolve("store"));
    }

    Site(Path directory) {
        this.directory = directory;
        this.layout = new DirectoryLayout(directory);
    }

    FileBackend process() {
        return process(clock, false);
    }

    FileBackend process(BatonClock clocks, boolean leadsOnUnreadable) {
        FileBackend backend = FileBackend.openApart(
                new FileUrl(directory, leadsOnUnreadable), clocks, new ProcessScope(new DirectoryLayout(directory)));
        backends.add(backend);
        return backend;
    }

    /** A candidate in a process of its own. */
    Player player(String instanceId) {
        return player(process(), instanceId);
    }

    Player player(FileBackend backend, String instanceId) {
        HeardSignals signals = new HeardSignals();
        FileContender contender = (FileContender)
                backend.contend(new ContenderSettings(ELECTION, instanceId, 0, "http://" + instanceId, signals));
        return new Player(backend, contender, signals);
    }

    Path lock() {
        return layout.lock(ELECTION);
    }

    /** Puts a record there as another program would. */
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
        TempDirectories.delete(OwnerOnlyFiles.directoryOf(directory));
    }
}
