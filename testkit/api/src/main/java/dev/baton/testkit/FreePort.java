package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports for servers that a test starts.
 *
 * <p>The ports are below the range of ephemeral ports, so no outgoing connection takes one before the server binds it.
 * A process gets every port only once.
 */
public final class FreePort {
    private static final int LOWEST = 15_000;
    private static final int LIMIT = 32_000;
    private static final Set<Integer> USED = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /** Returns a free port, a different one each time. */
    public static int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, LIMIT);
            if (isFree(port) && USED.add(port)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException taken) {
            return false;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
