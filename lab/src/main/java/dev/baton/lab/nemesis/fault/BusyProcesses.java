package dev.baton.lab.nemesis.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that take the CPU: four for each core, at the priority of the others. */
final class BusyProcesses implements ActiveFault {
    private static final int PER_CORE = 4;
    /** They end by themselves if the trial is killed. */
    private static final String LIMIT_SECONDS = "60";

    private final List<Process> running = new ArrayList<>();

    @Override
    public void begin() throws IOException {
        for (int i = 0; i < PER_CORE * Runtime.getRuntime().availableProcessors(); i++) {
            running.add(new ProcessBuilder("timeout", LIMIT_SECONDS, "sh", "-c", "while :; do :; done").start());
        }
    }

    @Override
    public void end() {
        for (Process process : running) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
