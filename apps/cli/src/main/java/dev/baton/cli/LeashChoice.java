package dev.baton.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The level of the leash for a command.
 *
 * @param level the level
 * @param refused why each stronger level was not chosen
 */
record LeashChoice(LeashLevel level, List<String> refused) {
    static final String HELP = """
            --leash LEVEL         How CMD is held: auto, namespace, cgroup or marker (default: auto, the strongest that works).
                                  In a pid namespace, a killed or frozen baton cannot leave a process behind, but pids in pid
                                  files are wrong outside, ps and kill see only CMD's own processes, and mounts are private.
                                  For an ordinary user sudo and setuid programs fail in it. baton doctor prints the level.
            """;

    private static final Set<String> OPTIONS = Set.of("auto", "namespace", "cgroup", "marker");

    /** Returns the level for a command and the value of {@code --leash}. Runs small processes as probes. */
    static LeashChoice of(Invocation call, List<String> command) {
        LeashChoice choice = of(call.text("--leash").orElse("auto"), command);
        if (choice.level() == LeashLevel.VARIABLE) {
            call.context().error("weak leash: " + choice.describe());
        }
        return choice;
    }

    static LeashChoice of(String option, List<String> command) {
        return choose(option, LeashProbe.OF_THIS_PROCESS::problem, isSetuid(command));
    }

    /**
     * Decides.
     *
     * @param problem why a level does not work; empty if it works
     * @param setuid whether the command changes its user, which it cannot do in a user namespace
     */
    static LeashChoice choose(String option, Function<LeashLevel, Optional<String>> problem, boolean setuid) {
        if (!OPTIONS.contains(option)) {
            throw new UsageException("--leash " + option + " is unknown: use auto, namespace, cgroup or marker");
        }
        List<String> refused = new ArrayList<>();
        for (LeashLevel level : LeashLevel.values()) {
            if (!option.equals("auto") && !option.equals(level.option())) {
                continue;
            }
            Optional<String> reason = setuid && level == LeashLevel.USER_NAMESPACE
                    ? Optional.of("CMD is a setuid program, which fails in a user namespace")
                    : problem.apply(level);
            if (reason.isEmpty()) {
                return new LeashChoice(level, List.copyOf(refused));
            }
            refused.add(level.word() + ": " + reason.get());
        }
        String reasons = " (" + String.join("; ", refused) + ")";
        throw new UsageException(
                option.equals("auto")
                        ? "no leash for CMD works here" + reasons
                        : "--leash " + option + " does not work here" + reasons
                                + "; use --leash auto for the strongest level that does");
    }

    /** Returns the level, what does not work on it, what can escape it, and why it is not a stronger one. */
    String describe() {
        String weaker = level.isNamespace() || refused.isEmpty() ? "" : " (" + String.join("; ", refused) + ")";
        String note = level.note().isEmpty() ? "" : " (" + level.note() + ")";
        return level.option() + note + weaker + ": can outlive the command: " + level.escapes();
    }

    private static boolean isSetuid(List<String> command) {
        return command.stream()
                .findFirst()
                .flatMap(LeashChoice::find)
                .filter(LeashChoice::changesUser)
                .isPresent();
    }

    private static Optional<Path> find(String program) {
        if (program.contains("/")) {
            return Optional.of(Path.of(program));
        }
        return List.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1)).stream()
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean changesUser(Path program) {
        try {
            int setuidOrSetgid = 0b110 << 9;
            return ((int) Files.getAttribute(program, "unix:mode") & setuidOrSetgid) != 0
                    && Files.isRegularFile(program);
        } catch (IOException unreadable) {
            return false;
        }
    }
}
