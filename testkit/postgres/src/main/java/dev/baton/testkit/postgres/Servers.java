package dev.baton.testkit.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** Real servers of the oldest and the newest major, one of each for all tests of a JVM. */
public final class Servers {
    private static final Map<String, TestServer> RUNNING = new HashMap<>();

    private Servers() {}

    public static TestServer newest() {
        return running("newest");
    }

    public static TestServer oldest() {
        return running("oldest");
    }

    private static synchronized TestServer running(String which) {
        return RUNNING.computeIfAbsent(which, Servers::started);
    }

    /** A server of its own, for a test that breaks it. */
    public static TestServer started(String which) {
        return started(which, Map.of());
    }

    public static TestServer started(String which, Map<String, String> changes) {
        try {
            TestServer server = TestServer.start(binaries(which), changes);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static InputStream binaries(String which) throws IOException {
        String name = (which.equals("oldest") ? "/oldest" : "") + "/postgres-linux-x86_64.txz";
        InputStream stream = Servers.class.getResourceAsStream(name);
        if (stream == null) {
            throw new IOException("the server's binaries " + name + " are not on the class path");
        }
        return stream;
    }
}
