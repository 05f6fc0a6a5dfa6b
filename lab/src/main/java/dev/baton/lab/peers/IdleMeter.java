package dev.baton.lab.peers;

import dev.baton.lab.LabProcess;
import dev.baton.lab.peers.member.MemberKind;
import dev.baton.lab.peers.member.PeerProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures what idle processes cost.
 *
 * @param threadsOfJvm the threads of a JVM that only answers that it does not lead
 */
record IdleMeter(Duration window, long threadsOfJvm) {

    /** Starts such a JVM to count its threads. */
    static IdleMeter of(Duration window, Path folder) throws Exception {
        Path history = folder.resolve("idle.history");
        try (LabProcess idle = LabProcess.start(
                StoreProgram.flags(history),
                PeerProgram.class,
                MemberKind.NONE.name(),
                "",
                "lab",
                "idle",
                history.toString())) {
            idle.await("waiting");
            TimeUnit.SECONDS.sleep(2);
            return new IdleMeter(window, threads(idle.pid()));
        }
    }

    PeerCost measure(List<Long> pids) throws Exception {
        PeerFigure threads = new PeerFigure.Count(ownThreads(pids));
        try {
            SocketTraffic traffic = new SocketTraffic(pids);
            long from = System.nanoTime();
            while (System.nanoTime() - from < window.toNanos()) {
                TimeUnit.SECONDS.sleep(1);
                traffic.update();
            }
            double seconds = (System.nanoTime() - from) / 1e9;
            return new PeerCost(
                    new PeerFigure.Count(traffic.sent() / seconds),
                    new PeerFigure.Count(traffic.connections()),
                    threads);
        } catch (IOException noTool) {
            PeerFigure missing = new PeerFigure.Missing(String.valueOf(noTool.getMessage()));
            return new PeerCost(missing, missing, threads);
        }
    }

    private double ownThreads(List<Long> pids) throws IOException {
        long all = 0;
        for (long pid : pids) {
            boolean java = ProcessHandle.of(pid)
                    .flatMap(process -> process.info().command())
                    .filter(command -> command.endsWith("/java"))
                    .isPresent();
            all += threads(pid) - (java ? threadsOfJvm : 0);
        }
        return all;
    }

    private static long threads(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith("Threads:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
