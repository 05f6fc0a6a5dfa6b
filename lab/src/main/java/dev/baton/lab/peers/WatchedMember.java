package dev.baton.lab.peers;

import dev.baton.lab.nemesis.fault.ProcessSignals;
import dev.baton.lab.nemesis.history.HistoryLog;
import dev.baton.lab.peers.member.LeadershipReadings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A member that is a foreign program. This process reads whether it leads. */
final class WatchedMember implements PeerMember {
    private static final Duration INTERVAL = Duration.ofMillis(10);

    private final ProcessHandle process;
    private final LeadershipReadings readings;

    WatchedMember(long pid, Path history, String election, BooleanSupplier leads) throws IOException {
        process = ProcessHandle.of(pid).orElseThrow(() -> new IOException("process " + pid + " ended at once"));
        readings = LeadershipReadings.start(
                new HistoryLog(history), election, INTERVAL, () -> process.isAlive() && leads.getAsBoolean());
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void kill() {
        process.destroyForcibly();
    }

    /** The readings are requests that the program must serve. */
    @Override
    public void pauseReadings(boolean now) {
        readings.pause(now);
    }

    /** An orderly end of the process. */
    @Override
    public long release() throws IOException {
        long from = System.nanoTime();
        ProcessSignals.send("TERM", List.of(pid()));
        return from;
    }

    @Override
    public void close() {
        kill();
        process.onExit().join();
        readings.close();
    }
}
