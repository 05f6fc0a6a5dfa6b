package dev.baton.cli;

import dev.baton.support.process.ControlGroup;
import dev.baton.support.process.ControlGroupEvidence;
import dev.baton.support.process.MachineUptime;
import dev.baton.support.process.MarkedProcesses;
import dev.baton.support.process.ProcessIdentity;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Finds out, by really running each, which levels of the leash work for this process. Remembers the results. */
final class LeashProbe {
    static final LeashProbe OF_THIS_PROCESS = new LeashProbe();

    private static final long TIMEOUT_SECONDS = 10;

    private static final Optional<String> SETPRIV = run(List.of("setpriv", "--pdeathsig", "KILL", "--", "true"));

    private static final Optional<String> RESETS_SIGNALS = run(List.of("env", "--default-signal=TERM,USR1", "true"));

    private static final String FOREIGN_PROC = "this process is not in /proc under its pid: /proc is missing, or"
            + " belongs to another pid namespace; mount a new one, for example with unshare --mount-proc";

    private final Map<LeashLevel, Optional<String>> problems = new EnumMap<>(LeashLevel.class);

    private LeashProbe() {}

    /** Returns why a level does not work; empty if it works. Blocks until a small process has ended. */
    synchronized Optional<String> problem(LeashLevel level) {
        if (ProcessIdentity.current().startTime() <= 0) {
            return Optional.of(FOREIGN_PROC);
        }
        try {
            MachineUptime.millis();
        } catch (UncheckedIOException unreadable) {
            return Optional.of(unreadable.getMessage() + " (" + unreadable.getCause()
                    + "); mount /proc without subset=pid," + " which ProcSubset=pid of systemd sets");
        }
        return problems.computeIfAbsent(level, LeashProbe::probe);
    }

    /** Returns whether a process can ask the kernel to be ended with its parent. */
    static boolean hasSetpriv() {
        return SETPRIV.isEmpty();
    }

    /** Returns whether a process can be started with the default action for a signal that this one ignores. */
    static boolean resetsSignals() {
        return RESETS_SIGNALS.isEmpty();
    }

    private static Optional<String> probe(LeashLevel level) {
        return switch (level) {
            case NAMESPACE -> run(unshare());
            case USER_NAMESPACE -> run(unshare("--user", "--map-current-user"));
            case CGROUP -> probeGroup();
            case MARKER -> probeLimit();
            case VARIABLE -> probeMark(LeashMark.create(), List.of("setsid", "--"));
        };
    }

    private static List<String> unshare(String... more) {
        List<String> words = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--", "unshare"));
        words.addAll(List.of(more));
        words.addAll(List.of(
                "--pid", "--fork", "--kill-child=KILL", "--mount-proc", "--propagation", "slave", "--", "true"));
        return words;
    }

    private static Optional<String> probeGroup() {
        Optional<Path> own = ControlGroup.ofThisProcess();
        if (own.isEmpty()) {
            return Optional.of("there is no cgroup v2");
        }
        try {
            Path group = newGroup();
            try {
                return run(List.of("sh", "-c", "echo 0 >\"$0/cgroup.procs\"", group.toString()));
            } finally {
                Files.deleteIfExists(group);
            }
        } catch (IOException refused) {
            return Optional.of("cannot create a group in " + own.get() + ": " + reason(refused));
        }
    }

    private static Optional<String> probeLimit() {
        String limit = MarkedProcesses.ownLimit().orElse("unknown");
        Optional<String> mark = LeashMark.below(limit);
        if (mark.isEmpty()) {
            return Optional.of("the hard limit of RLIMIT_RTTIME is " + limit + " and leaves no room for a mark");
        }
        String marked = LeashMark.limit(mark.get());
        return probeMark(
                mark.get(),
                List.of(
                        "setsid",
                        "setpriv",
                        "--pdeathsig",
                        "TERM",
                        "--",
                        "prlimit",
                        "--rttime=" + marked + ":" + marked));
    }

    /** Starts a process with the mark and searches for it. */
    private static Optional<String> probeMark(String mark, List<String> before) {
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of("sh", "-c", "echo && read -r _b_end"));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        if (!before.contains("prlimit")) {
            builder.environment().put(MarkedProcesses.VARIABLE, mark);
        }
        try {
            Process process = builder.start();
            try {
                int first = process.getInputStream().read();
                if (first != '\n') {
                    String rest = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    return Optional.of((first < 0 ? "no output" : (char) first + rest)
                            .lines()
                            .findFirst()
                            .orElse(""));
                }
                boolean found =
                        new MarkedProcesses(mark).find(OptionalLong.empty()).contains(process.pid());
                return found ? Optional.empty() : Optional.of("the mark of a process does not appear in /proc");
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException failed) {
            return Optional.of(String.valueOf(failed.getMessage()));
        }
    }

    /** Creates an empty group inside the one that this process belongs to. */
    static Path newGroup() throws IOException {
        Path own = ControlGroup.ofThisProcess().orElseThrow(() -> new IOException("there is no cgroup v2"));
        return Files.createTempDirectory(
                own, ControlGroupEvidence.PREFIX + ProcessHandle.current().pid() + "-");
    }

    private static String reason(IOException failed) {
        return failed.getClass().getSimpleName().replace("Exception", "");
    }

    private static Optional<String> run(List<String> words) {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .start();
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("no result after " + TIMEOUT_SECONDS + " s");
            }
            if (process.exitValue() == 0) {
                return Optional.empty();
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return Optional.of(
                    output.isEmpty()
                            ? "exit code " + process.exitValue()
                            : output.lines().findFirst().orElseThrow());
        } catch (IOException missing) {
            return Optional.of(String.valueOf(missing.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }
}
