package dev.baton.cli;

import dev.baton.support.process.MarkedProcesses;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * The processes of a command with a marker.
 *
 * @param withGroup whether the process group counts too, because the marker is weak
 */
record MarkerProcesses(MarkedProcesses marked, LeashFiles files, boolean withGroup) implements CommandProcesses {

    @Override
    public boolean kill() throws IOException {
        List<Long> found = marked.find(withGroup ? files.report().runningGroup() : OptionalLong.empty());
        found.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        return found.isEmpty();
    }
}
