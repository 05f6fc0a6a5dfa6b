package dev.baton.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Real servers of the oldest and the newest major, one of each for all tests of a run. */
final class Servers {
    private static final Map<String, TestServer> RUNNING = new HashMap<>();

    private Servers() {}

    static TestServer newest() {
        return running("newest");
    }

    static TestServer oldest() {
        return running("oldest");
    }

    private static synchronized TestServer running(String which) {
        return RUNNING.computeIfAbsent(which, Servers::started);
    }

    /** A server of its own, for a test that breaks it. */
    static TestServer started(String which) {
        return started(which, Map.of());
    }

    static TestServer started(String which, Map<String, String> changes) {
        try {
            TestServer server = TestServer.start(which.equals("oldest") ? oldestBinaries() : newestBinaries(), changes);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static InputStream newestBinaries() throws IOException {
        return opened(Servers.class.getResourceAsStream("/postgres-linux-x86_64.txz"));
    }

    private static InputStream oldestBinaries() throws IOException {
        return Files.newInputStream(Path.of("target", "oldest-server", "postgres-linux-x86_64.txz"));
    }

    private static InputStream opened(InputStream stream) throws IOException {
        if (stream == null) {
            throw new IOException("the server's binaries are not on the class path");
        }
        return stream;
    }
}
