package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.posix.OperatingSystem;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Provides the backend for {@code file:DIR}: elections among the processes of one machine. */
public final class FileBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("file");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        FileUrl parsed = FileUrl.parse(url);
        OperatingSystem.requireFlock(System.getProperty("os.name", "this system"));
        return FileBackend.open(parsed, clock);
    }

    @Override
    public boolean isShareable(String url) {
        return true;
    }
}
