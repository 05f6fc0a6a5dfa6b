package dev.baton.lab.mixed.engine;

import dev.baton.lab.nemesis.fault.ProcessSignals;
import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.etcd.EtcdCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code etcdctl elect} in one election. It leads from the line that it prints until it ends or is asked to; a stopped process
 * does nothing.
 */
final class EtcdctlProcess implements Participant {
    private static final int END_SECONDS = 30;

    private final String name;
    private final String addresses;
    private final String key;
    private final String election;
    private final MixedSite site;
    private @Nullable Process process;
    private int starts;
    private boolean over;
    private boolean leads;
    private boolean frozen;
    private long tenures;

    EtcdctlProcess(String name, String addresses, String key, String election, MixedSite site) {
        this.name = name;
        this.addresses = addresses;
        this.key = key;
        this.election = election;
        this.site = site;
    }

    @Override
    public String name() {
        return name;
    }

    private String holder() {
        return name + "-" + starts;
    }

    @Override
    public synchronized void start() throws IOException {
        if (over || (process != null && process.isAlive())) {
            return;
        }
        starts++;
        leads = false;
        frozen = false;
        Process started = EtcdCommand.of(addresses, List.of("elect", key, holder()))
                .redirectErrorStream(true)
                .start();
        process = started;
        NamedThreads.start("etcdctl", () -> read(started));
    }

    /** Reads to the end: a closed pipe would kill the process. An error is a line too, of two words at least. */
    private void read(Process started) {
        try (BufferedReader lines = started.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(key + "/")) {
                    won(started);
                }
            }
        } catch (IOException ended) {
            // The process was killed.
        }
    }

    private synchronized void won(Process started) {
        if (process == started) {
            leads = true;
            record();
        }
    }

    private void record() {
        int start = starts;
        long tenure = ++tenures;
        site.readings().add(election, holder(), tenure, () -> acts(start, tenure));
    }

    private synchronized boolean acts(int start, long tenure) {
        return start == starts && tenure == tenures && leads && !frozen && process != null && process.isAlive();
    }

    @Override
    public synchronized void kill() {
        leads = false;
        if (process != null) {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    @Override
    public synchronized void freeze() throws IOException {
        frozen = true;
        signal("STOP");
    }

    @Override
    public synchronized void thaw() throws IOException {
        signal("CONT");
        frozen = false;
        if (leads) {
            record();
        }
    }

    @Override
    public synchronized void leave(String given) throws IOException {
        if (given.equals(election)) {
            leads = false;
            signal("INT");
        }
    }

    private void signal(String signal) throws IOException {
        if (process != null && process.isAlive()) {
            ProcessSignals.send(signal, List.of(process.pid()));
        }
    }

    @Override
    public synchronized void end() throws IOException {
        over = true;
        leads = false;
        signal("INT");
        if (process != null) {
            process.onExit()
                    .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS)
                    .join()
                    .destroyForcibly();
        }
    }
}
