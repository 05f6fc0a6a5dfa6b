package dev.baton.testkit.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** PostgreSQL servers of the oldest and the newest supported major version, one of each for all tests of a JVM. */
public final class TestServers {
    private static final Map<String, PostgresTestServer> RUNNING = new HashMap<>();

    private TestServers() {}

    /** Returns the shared server of the newest version. */
    public static PostgresTestServer newest() {
        return running("newest");
    }

    /** Returns the shared server of the oldest supported version. */
    public static PostgresTestServer oldest() {
        return running("oldest");
    }

    private static synchronized PostgresTestServer running(String which) {
        return RUNNING.computeIfAbsent(which, TestServers::started);
    }

    /** Starts a separate server, for a test that breaks it. It ends with the JVM at the latest. */
    public static PostgresTestServer started(String which) {
        return started(which, Map.of());
    }

    /**
     * Starts a separate server.
     *
     * @param which {@code oldest} or {@code newest}
     * @param changes server settings that differ from the defaults of tests
     */
    public static PostgresTestServer started(String which, Map<String, String> changes) {
        try {
            return PostgresTestServer.start(binaries(which), changes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static InputStream binaries(String which) throws IOException {
        String name = (which.equals("oldest") ? "/oldest" : "") + "/postgres-linux-x86_64.txz";
        InputStream stream = TestServers.class.getResourceAsStream(name);
        if (stream == null) {
            throw new IOException("the PostgreSQL binaries " + name + " are not on the class path");
        }
        return stream;
    }
}
