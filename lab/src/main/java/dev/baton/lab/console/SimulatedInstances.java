package dev.baton.lab.console;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Many elections of many instances in a {@code file:} store, whose frames are renewed every five seconds. */
final class SimulatedInstances implements AutoCloseable {
    static final int INSTANCES = 10;

    private final Path directory;
    private final int elections;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    SimulatedInstances(Path directory, int elections) throws IOException {
        this.directory = directory;
        this.elections = elections;
        Files.createDirectories(directory.resolve("locks"));
        Files.createDirectories(directory.resolve("roster"));
        for (int i = 0; i < elections; i++) {
            Files.createFile(directory.resolve("locks").resolve(name(i) + ".lock"));
        }
        timer.scheduleAtFixedRate(this::speak, 0, 5, TimeUnit.SECONDS);
    }

    static String name(int election) {
        return String.format("job-%04d", election);
    }

    private void speak() {
        Instant now = Instant.now();
        for (int i = 0; i < INSTANCES; i++) {
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
            put(i, lines.toString());
        }
    }

    /** How many frames it speaks every five seconds. */
    int frames() {
        return elections * INSTANCES;
    }

    private void put(int process, String lines) {
        try {
            Path file = directory.resolve("roster").resolve("p" + process + ".jsonl");
            Path draft = directory.resolve("draft-" + process);
            Files.writeString(draft, lines);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Where they are. */
    String url() {
        return "file:" + directory;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the crowd does not fall silent");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
