package dev.baton.cli;

import dev.baton.support.process.ControlGroup;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds out, by really running each, which levels of the leash work for this process. Remembers the results. */
final class LeashProbe {
    static final LeashProbe OF_THIS_PROCESS = new LeashProbe();

    private static final long TIMEOUT_SECONDS = 10;

    private static final Optional<String> SETPRIV = run(List.of("setpriv", "--pdeathsig", "KILL", "--", "true"));

    private final Map<LeashLevel, Optional<String>> problems = new EnumMap<>(LeashLevel.class);

    private LeashProbe() {}

    /** Returns why a level does not work; empty if it works. Blocks until a small process has ended. */
    synchronized Optional<String> problem(LeashLevel level) {
        return problems.computeIfAbsent(level, LeashProbe::probe);
    }

    /** Returns whether a process can ask the kernel to be ended with its parent. */
    static boolean hasSetpriv() {
        return SETPRIV.isEmpty();
    }

    private static Optional<String> probe(LeashLevel level) {
        return switch (level) {
            case NAMESPACE -> run(unshare());
            case USER_NAMESPACE -> run(unshare("--user", "--map-current-user"));
            case CGROUP -> probeGroup();
            case MARKER -> Optional.empty();
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

    /** Creates an empty group inside the one that this process belongs to. */
    static Path newGroup() throws IOException {
        Path own = ControlGroup.ofThisProcess().orElseThrow(() -> new IOException("there is no cgroup v2"));
        return Files.createTempDirectory(own, "baton-" + ProcessHandle.current().pid() + "-");
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
