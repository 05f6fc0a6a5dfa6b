package dev.baton.lab.nemesis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes that were started in a trial and still run. */
final class LeftProcesses {
    /** A command ends a little later than the process that started it. */
    private static final int ATTEMPTS = 20;

    private static final long POLL_MILLIS = 250;

    private LeftProcesses() {}

    /** Returns a line for every process that names the folder in its command line. */
    static List<String> of(Path folder) throws InterruptedException {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < ATTEMPTS; i++) {
            found.clear();
            ProcessHandle.allProcesses()
                    .filter(process -> process.pid() != ProcessHandle.current().pid())
                    .forEach(process -> process.info()
                            .commandLine()
                            .filter(line -> line.contains(folder.toString()))
                            .ifPresent(line -> found.add("process " + process.pid() + ": " + line)));
            if (found.isEmpty()) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return found;
    }
}
