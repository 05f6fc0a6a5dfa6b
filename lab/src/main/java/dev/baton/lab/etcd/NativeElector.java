package dev.baton.lab.etcd;

import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.etcd.EtcdCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One process of {@code etcdctl elect}. */
public final class NativeElector implements AutoCloseable {
    private final Process process;
    private final CompletableFuture<Long> leads = new CompletableFuture<>();

    public NativeElector(String addresses, String election, String proposal) throws IOException {
        process = EtcdCommand.of(addresses, List.of("elect", election, proposal))
                .redirectErrorStream(true)
                .start();
        NamedThreads.start("etcdctl", this::read);
    }

    /** Reads to the end: a closed pipe would kill the process, and its key would stay until its lease expires. */
    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                leads.complete(System.nanoTime());
            }
        } catch (IOException ended) {
            leads.completeExceptionally(ended);
        }
    }

    /** Waits until it leads, and returns when it printed that, in monotonic nanoseconds. */
    long awaitLeads() throws Exception {
        return leads.get(120, TimeUnit.SECONDS);
    }

    /** Returns whether it runs and has printed that it leads. It ends when it notices that it does not. */
    public boolean leads() {
        return leads.isDone() && !leads.isCompletedExceptionally() && process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Asks it to resign. */
    public void resign() {
        process.destroy();
    }

    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }
}
