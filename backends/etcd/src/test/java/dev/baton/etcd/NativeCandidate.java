package dev.baton.etcd;

import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.etcd.EtcdCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code etcdctl elect}: it prints its key when it leads, and resigns on SIGINT. */
final class NativeCandidate implements AutoCloseable {
    private final Process process;
    private volatile long leadsSince;

    NativeCandidate(String addresses, String election, String proposal) {
        try {
            process = EtcdCommand.of(addresses, List.of("elect", election, proposal))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        NamedThreads.start("etcdctl", this::read);
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            // Read to the end: a closed pipe would kill it, and its key would stay for a minute.
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                leadsSince = leadsSince == 0 ? System.nanoTime() : leadsSince;
            }
        } catch (IOException ended) {
            // It was killed.
        }
    }

    boolean leads() {
        return leadsSince != 0;
    }

    /** Returns when it printed that it leads, on the monotonic clock. */
    long leadsSince() {
        return leadsSince;
    }

    /** Resigns, and returns when it was asked to. */
    long resign() throws IOException, InterruptedException {
        long asked = System.nanoTime();
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        return asked;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
