package dev.baton.lab.nemesis.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Signals to processes that may have ended meanwhile. */
public final class ProcessSignals {
    private ProcessSignals() {}

    /** Sends a signal, such as {@code STOP}, and waits until it is sent. */
    public static void send(String name, List<Long> pids) throws IOException {
        if (pids.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("kill", "-s", name));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .onExit()
                .join();
    }
}
