package dev.baton.testkit.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.UUID;

/** An API server on the loopback interface. */
public interface KubeTestServer extends AutoCloseable {

    /** Returns its port. */
    int port();

    /** Returns the text of a kubeconfig that reaches the server on this port, with all permissions. */
    String kubeconfig(int port);

    /** Returns the name of a namespace that exists and is empty. */
    String newNamespace();

    /** Returns how many requests about Leases it has received so far. */
    long leaseRequests();

    /** Restarts the server, if it is a process. */
    void restart();

    /** Kills the server and its store and starts them again, if they are processes. */
    void crash();

    @Override
    void close();

    /** Writes a kubeconfig into a file that every user of this machine can read. */
    default Path kubeconfigFile(int port) {
        return write(kubeconfig(port));
    }

    /** Writes a text into a file that every user of this machine can read. */
    static Path write(String text) {
        try {
            Path file = Files.createTempFile("kubeconfig", ".yaml");
            file.toFile().deleteOnExit();
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            return Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns a random name of a namespace. */
    static String randomName() {
        return "test-" + UUID.randomUUID().toString().substring(0, 8);
    }

    /**
     * Returns the text of a kubeconfig.
     *
     * @param cluster the fields of the cluster, one per line
     * @param token the token of the user
     */
    static String text(String cluster, String token) {
        return String.format(Locale.ROOT, """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters:
                  - name: test
                    cluster:
                      %s
                users:
                  - name: test
                    user:
                      token: %s
                contexts:
                  - name: test
                    context:
                      cluster: test
                      user: test
                """, cluster.replace("\n", "\n      "), token);
    }
}
