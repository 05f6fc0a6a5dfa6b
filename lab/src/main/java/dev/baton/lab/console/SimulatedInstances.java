package dev.baton.lab.console;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Many elections of many instances in a {@code file:} store, whose status reports are renewed every five seconds. */
final class SimulatedInstances implements AutoCloseable {
    private final Path directory;
    private final int elections;
    private final int instances;
    private final ScheduledExecutorService timer = NamedThreads.scheduler("status-writer");

    /** @param instances how many each election has; the first one leads */
    SimulatedInstances(Path directory, int elections, int instances) throws IOException {
        this.directory = directory;
        this.elections = elections;
        this.instances = instances;
        Files.createDirectories(directory.resolve("locks"));
        Files.createDirectories(directory.resolve("roster"));
        for (int i = 0; i < elections; i++) {
            Files.createFile(directory.resolve("locks").resolve(name(i) + ".lock"));
        }
        timer.scheduleAtFixedRate(this::writeStatuses, 0, 5, TimeUnit.SECONDS);
    }

    static String name(int election) {
        return String.format(Locale.ROOT, "job-%04d", election);
    }

    private void writeStatuses() {
        Instant now = Instant.now();
        for (int i = 0; i < instances; i++) {
            StringBuilder lines = new StringBuilder();
            boolean leads = i == 0;
            for (int election = 0; election < elections; election++) {
                lines.append(StatusJson.write(new InstanceStatus(
                                name(election),
                                "instance-" + i,
                                leads,
                                leads ? CandidateState.LEADER : CandidateState.FOLLOWER,
                                leads ? 1 : 0,
                                0,
                                true,
                                now)))
                        .append('\n');
            }
            write(i, lines.toString());
        }
    }

    /** Returns the number of status reports that are written every five seconds. */
    int statusCount() {
        return elections * instances;
    }

    private void write(int process, String lines) {
        try {
            Path file = directory.resolve("roster").resolve("p" + process + ".jsonl");
            Path draft = directory.resolve("draft-" + process);
            Files.writeString(draft, lines);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the status writer did not stop within 10 s");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
