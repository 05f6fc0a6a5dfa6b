package dev.baton.lab.nemesis.fault;

import java.util.List;
import java.util.Optional;

/** The processes of a {@code baton run}: baton, what it started to hold the command, and the command. */
enum RunParts {
    BATON,
    WATCHDOG,
    COMMAND,
    ALL;

    private static final String COMMAND_PROGRAM = "perl";

    /** Returns the part that a number chooses. */
    static RunParts of(int choice) {
        return values()[choice % values().length];
    }

    /** Returns the pids of this part. */
    List<Long> of(TrialProcess run) {
        List<Long> all = run.pids();
        if (all.isEmpty()) {
            return all;
        }
        return switch (this) {
            case BATON -> all.subList(0, 1);
            case WATCHDOG -> all.stream().skip(1).filter(pid -> !isCommand(pid)).toList();
            case COMMAND -> all.stream().filter(RunParts::isCommand).toList();
            case ALL -> all;
        };
    }

    private static boolean isCommand(long pid) {
        Optional<String> program =
                ProcessHandle.of(pid).flatMap(process -> process.info().command());
        return program.filter(path -> path.contains(COMMAND_PROGRAM)).isPresent();
    }
}
