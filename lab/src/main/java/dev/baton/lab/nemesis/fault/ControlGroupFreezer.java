package dev.baton.lab.nemesis.fault;

import dev.baton.support.process.ControlGroup;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Freezes a {@code baton run} and its command in a control group; or only the command, and then stops baton. Processes in a
 * group of version 1 cannot be killed before they are thawed.
 */
final class ControlGroupFreezer implements ActiveFault {
    private static final int ATTEMPTS = 100;
    private static final long POLL_MILLIS = 50;
    private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/freezer");

    private final Path parent;
    private final String control;
    private final List<String> states;
    private final TrialProcess target;
    private final boolean onlyCommand;
    private final FrozenCommands frozen;
    private Optional<Path> group = Optional.empty();

    private ControlGroupFreezer(
            Path parent,
            String control,
            List<String> states,
            TrialProcess target,
            boolean onlyCommand,
            FrozenCommands frozen) {
        this.parent = parent;
        this.control = control;
        this.states = states;
        this.target = target;
        this.onlyCommand = onlyCommand;
        this.frozen = frozen;
    }

    /** Returns a freezer of version 1 for an even number, otherwise of version 2; empty if this machine has none. */
    static Optional<ControlGroupFreezer> of(int choice, TrialProcess target, Path folder) {
        boolean onlyCommand = choice / 2 % 2 == 0;
        FrozenCommands frozen = new FrozenCommands(folder);
        ControlGroupFreezer freezer = choice % 2 == 0
                ? new ControlGroupFreezer(
                        VERSION_1, "freezer.state", List.of("FROZEN", "THAWED"), target, onlyCommand, frozen)
                : new ControlGroupFreezer(
                        ControlGroup.ofThisProcess().orElse(Path.of("/none")),
                        "cgroup.freeze",
                        List.of("1", "0"),
                        target,
                        onlyCommand,
                        frozen);
        return Files.isWritable(freezer.parent.resolve("cgroup.procs")) ? Optional.of(freezer) : Optional.empty();
    }

    @Override
    public void begin() throws IOException {
        Path created = Files.createTempDirectory(parent, "baton-nemesis-");
        group = Optional.of(created);
        for (long pid : onlyCommand ? RunParts.COMMAND.of(target) : target.pids()) {
            move(pid, created);
        }
        Files.writeString(created.resolve(control), states.get(0));
        if (onlyCommand) {
            target.requestStop();
        }
    }

    @Override
    public void end() throws IOException, InterruptedException {
        if (group.isPresent()) {
            frozen.record(Files.readAllLines(group.get().resolve("cgroup.procs")));
            Files.writeString(group.get().resolve(control), states.get(1));
            for (String pid : Files.readAllLines(group.get().resolve("cgroup.procs"))) {
                move(Long.parseLong(pid), parent);
            }
            delete(group.get());
        }
    }

    /** Deletes the group; it is busy until processes that were killed while frozen have ended, and those that they started. */
    private void delete(Path empty) throws IOException, InterruptedException {
        for (int i = 0; i < ATTEMPTS && Files.exists(empty); i++) {
            for (String pid : Files.readAllLines(empty.resolve("cgroup.procs"))) {
                move(Long.parseLong(pid), parent);
            }
            try {
                Files.deleteIfExists(empty);
            } catch (FileSystemException busy) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        }
    }

    private static void move(long pid, Path to) {
        try {
            Files.writeString(to.resolve("cgroup.procs"), Long.toString(pid));
        } catch (IOException ended) {
            // The process has ended meanwhile.
        }
    }
}
