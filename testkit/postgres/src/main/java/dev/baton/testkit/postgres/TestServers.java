package dev.baton.testkit.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** Real servers of the oldest and the newest major, one of each for all tests of a JVM. */
public final class TestServers {
    private static final Map<String, PostgresTestServer> RUNNING = new HashMap<>();

    private TestServers() {}

    public static PostgresTestServer newest() {
        return running("newest");
    }

    public static PostgresTestServer oldest() {
        return running("oldest");
    }

    private static synchronized PostgresTestServer running(String which) {
        return RUNNING.computeIfAbsent(which, TestServers::started);
    }

    /** A server of its own, for a test that breaks it. */
    public static PostgresTestServer started(String which) {
        return started(which, Map.of());
    }

    public static PostgresTestServer started(String which, Map<String, String> changes) {
        try {
            PostgresTestServer server = PostgresTestServer.start(binaries(which), changes);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static InputStream binaries(String which) throws IOException {
        String name = (which.equals("oldest") ? "/oldest" : "") + "/postgres-linux-x86_64.txz";
        InputStream stream = TestServers.class.getResourceAsStream(name);
        if (stream == null) {
            throw new IOException("the server's binaries " + name + " are not on the class path");
        }
        return stream;
    }
}
