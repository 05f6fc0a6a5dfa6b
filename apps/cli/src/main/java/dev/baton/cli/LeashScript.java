package dev.baton.cli;

import dev.baton.Leadership;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.RunningCommand;
import dev.baton.support.process.ControlGroup;
import dev.baton.support.process.MarkedProcesses;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command lines that run {@code leash.sh}. Its text is in the environment of its processes, so that it needs no file.
 *
 * @param level the level of the leash
 * @param place where the processes of the command are found: a control group, or a number as marker
 */
record LeashScript(LeashLevel level, String place) {
    private static final String TEXT = read("leash-search.sh") + read("leash.sh");

    static LeashScript create(LeashLevel level) throws IOException {
        return new LeashScript(
                level,
                switch (level) {
                    case NAMESPACE, USER_NAMESPACE -> "-";
                    case CGROUP -> LeashProbe.newGroup().toString();
                    case MARKER ->
                        MarkedProcesses.ownLimit()
                                .flatMap(LeashMark::below)
                                .orElseThrow(() -> new IOException("there is no room for a mark"));
                    case VARIABLE -> LeashMark.create();
                });
    }

    /** Returns how this process finds the command; empty in a namespace, where the kernel does. */
    Optional<CommandProcesses> processes(LeashFiles files) {
        return switch (level) {
            case NAMESPACE, USER_NAMESPACE -> Optional.empty();
            case CGROUP -> Optional.of(new GroupProcesses(Path.of(place)));
            case MARKER, VARIABLE ->
                Optional.of(new MarkerProcesses(new MarkedProcesses(place), files, level == LeashLevel.VARIABLE));
        };
    }

    /** Returns the command with its control group, if this leash has one. */
    RunningCommand withGroup(RunningCommand command) throws IOException {
        return level == LeashLevel.CGROUP ? command.inGroup(ControlGroup.id(Path.of(place))) : command;
    }

    /** Returns the text of the shells. */
    static String text() {
        return TEXT;
    }

    /** Returns the words before the command line of the watchdog. */
    static List<String> prefix(LeashLevel level) {
        List<String> words = new ArrayList<>(List.of("setsid"));
        if (LeashProbe.resetsSignals()) {
            // A shell cannot trap a signal that was ignored when baton started.
            words.addAll(List.of("env", "--default-signal=TERM,USR1"));
        }
        if (level.isNamespace() || LeashProbe.hasSetpriv()) {
            // In a namespace the kernel does the rest. Elsewhere the watchdog survives, to search and kill, and CONT
            // resumes one that is stopped.
            words.addAll(List.of("setpriv", "--pdeathsig", level.isNamespace() ? "KILL" : "CONT", "--"));
        }
        return words;
    }

    /** Returns the watchdog, which starts the command. */
    ProcessBuilder watch(Leash leash, Leadership leadership, LeashFiles files) {
        List<String> words = new ArrayList<>(prefix(level));
        words.addAll(shell(
                "baton-watchdog",
                "watch",
                // A successor kills the recorded process if it has the mark. A watchdog has none: it must outlive the
                // command.
                level.isNamespace() ? LiveCommandCheck.mark(leadership.election(), leadership.epoch()) : "-",
                leash.grace().toMillis(),
                files));
        words.addAll(leash.command());
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        if (leash.captured()) {
            builder.redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        Map<String, String> environment = builder.environment();
        removeOwn(environment);
        restoreLocale(environment);
        environment.put("BATON_ELECTION", leadership.election());
        environment.put("BATON_EPOCH", Long.toString(leadership.epoch()));
        environment.put("BATON_TENURE", TenureMark.of(leadership));
        environment.put("BATON_LEADER_ID", leadership.instanceId());
        environment.putAll(leash.environment());
        ShellEnvironment.hide(environment);
        environment.put("BATON_LEASH_SCRIPT", TEXT);
        return builder;
    }

    /**
     * Removes the variables that are for this process only: its identity and its secrets. The marks of an outer leash
     * stay: its processes include those of this one.
     */
    private static void removeOwn(Map<String, String> environment) {
        environment.keySet().removeAll(List.of("BATON_INSTANCE_ID", "BATON_MQTT_PASSWORD"));
        // Anything else in this list would hide the mark from the search.
        environment.computeIfPresent(
                MarkedProcesses.VARIABLE,
                (name, marks) -> Stream.of(marks.split(" ", -1))
                        .filter(mark -> mark.matches("[0-9]+"))
                        .collect(Collectors.joining(" ")));
    }

    private List<String> shell(String name, String mode, String mark, long graceMillis, LeashFiles files) {
        String self = Long.toString(ProcessHandle.current().pid());
        String grace = Long.toString(graceMillis);
        return new ArrayList<>(List.of(
                "sh",
                "-c",
                "eval \"$BATON_LEASH_SCRIPT\"",
                name,
                mode,
                level.word(),
                place,
                mark,
                grace,
                self,
                files.reportPath().toString(),
                files.deadlinesPath().toString(),
                files.wall().deadlinePath(),
                files.wall().stampPath()));
    }

    /** Restores the locale that the launcher replaced for this process. */
    private static void restoreLocale(Map<String, String> environment) {
        String before = environment.remove("BATON_LC_ALL");
        if ("unset".equals(before)) {
            environment.remove("LC_ALL");
        } else if (before != null) {
            environment.put("LC_ALL", before);
        }
    }

    private static String read(String name) {
        try (InputStream script = Objects.requireNonNull(LeashScript.class.getResourceAsStream(name))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
