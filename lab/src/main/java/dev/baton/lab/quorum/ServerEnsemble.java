package dev.baton.lab.quorum;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Servers that others wrote, one process each, which are asked over their own protocol who leads: every millisecond,
 * as a client that waits for the next leader would.
 */
final class ServerEnsemble implements Ensemble {

    /** What is particular about one kind of server. */
    interface Kind {
        List<String> command(String id) throws IOException;

        /** Whether this server says that it leads; no answer is no. */
        boolean leads(String id);

        /** Whether this server knows who leads. */
        boolean takesPart(String id);
    }

    private final Kind kind;
    private final File log;
    private final Map<String, Process> processes = new HashMap<>();

    ServerEnsemble(Kind kind, Path log) {
        this.kind = kind;
        this.log = log.toFile();
    }

    @Override
    public void start(String id) throws IOException, InterruptedException {
        processes.put(
                id,
                new ProcessBuilder(kind.command(id))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                        .start());
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (processes.size() == IDS.size() && !kind.takesPart(id) && System.nanoTime() < giveUp) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Override
    public void kill(String id) {
        process(id).destroyForcibly();
    }

    @Override
    public void awaitEnd(String id) throws InterruptedException {
        process(id).waitFor();
    }

    @Override
    public double residentMiB(String id) throws IOException {
        try (Stream<String> lines =
                Files.lines(Path.of("/proc", Long.toString(process(id).pid()), "status"))) {
            String line =
                    lines.filter(one -> one.startsWith("VmRSS:")).findFirst().orElse("VmRSS: 0 kB");
            return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
    }

    private Process process(String id) {
        return Objects.requireNonNull(processes.get(id));
    }

    @Override
    public Leader awaitLeader(String but) throws IOException, InterruptedException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (System.nanoTime() < giveUp) {
            for (String id : IDS) {
                if (!id.equals(but) && kind.leads(id)) {
                    return new Leader(id, System.nanoTime());
                }
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new IOException("nobody leads after 120 s; see " + log);
    }

    @Override
    public void close() {
        processes.values().forEach(process -> process.destroyForcibly().onExit().join());
    }
}
