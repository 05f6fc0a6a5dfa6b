package dev.baton.lab.engine;

import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.etcd.EtcdCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A replica that has one process of {@code etcdctl elect} for each election. */
final class EtcdctlReplica implements EngineReplica {
    private static final String PREFIX = "native/";

    private final List<Process> processes = new ArrayList<>();
    private final Map<String, Long> acquired = new ConcurrentHashMap<>();

    EtcdctlReplica(String addresses, String id, int elections) throws IOException {
        for (int i = 0; i < elections; i++) {
            String election = EnginePeer.election(i);
            Process process = EtcdCommand.of(addresses, List.of("elect", PREFIX + election, id))
                    .redirectErrorStream(true)
                    .start();
            processes.add(process);
            NamedThreads.start("etcdctl", () -> read(process, election));
        }
    }

    /** Reads to the end: a closed pipe would kill the process. */
    private void read(Process process, String election) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(PREFIX + election + "/")) {
                    acquired.putIfAbsent(election, System.nanoTime());
                }
            }
        } catch (IOException killed) {
            // A killed process has no more lines.
        }
    }

    /** It prints nothing while it waits. */
    @Override
    public void awaitReady() {}

    @Override
    public Map<String, Long> acquired() {
        return new HashMap<>(acquired);
    }

    @Override
    public long threads() throws IOException {
        long threads = 0;
        for (Process process : processes) {
            threads += ProcessThreads.of(process.pid());
        }
        return threads;
    }

    @Override
    public void kill() {
        processes.forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
        kill();
    }
}
