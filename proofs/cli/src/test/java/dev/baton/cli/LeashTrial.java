package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.spi.RunningCommand;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One real {@code baton run} in a namespace, as root or as an ordinary user, with a daemon that tries to escape. */
final class LeashTrial implements AutoCloseable {
    static final Duration VALIDITY = Duration.ofMillis(2500);
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final String NOBODY = "65534";

    /** The user that runs baton. */
    enum Account {
        ROOT,
        USER;

        void assumeAvailable() {
            boolean root = isRoot();
            assumeThat(root || this == USER).as("this test runs as root only").isTrue();
            assumeThat(LeashProbe.OF_THIS_PROCESS.problem(level())).isEmpty();
        }

        LeashLevel level() {
            return this == ROOT ? LeashLevel.NAMESPACE : LeashLevel.USER_NAMESPACE;
        }

        List<String> prefix() {
            return this == USER && isRoot()
                    ? List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--")
                    : List.of();
        }
    }

    private final Path directory;
    private final Process baton;
    private final String id;

    private LeashTrial(Path directory, Process baton) {
        this.directory = directory;
        this.baton = baton;
        this.id = EscapeForms.awaitBeats(directory);
    }

    /** Starts baton and waits until the daemon runs. */
    static LeashTrial start(Path directory, Account account, String form) {
        return start(directory, List.of(), account, form, new File("/dev/null"));
    }

    /** @param before words before the command line of baton */
    static LeashTrial start(Path directory, List<String> before, Account account, String form, File stdin) {
        account.assumeAvailable();
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
            Path beats = Files.createFile(directory.resolve("beats"));
            Files.setPosixFilePermissions(beats, PosixFilePermissions.fromString("rw-rw-rw-"));
            List<String> words = new ArrayList<>(before);
            words.addAll(account.prefix());
            words.addAll(baton(directory));
            words.addAll(EscapeForms.command(directory, form));
            Process process = new ProcessBuilder(words)
                    .redirectInput(stdin)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("output").toFile())
                    .start();
            return new LeashTrial(directory, process);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<String> baton(Path directory) {
        List<String> words = BatonProcess.command(
                directory,
                "run",
                "job",
                "--on",
                "file:" + directory.resolve("store"),
                "--validity",
                VALIDITY.toMillis() + "ms",
                "--stop-grace",
                "300ms",
                "--leash",
                "namespace",
                "--");
        int path = words.indexOf("-cp") + 1;
        words.set(path, ReadableClassPath.copyOf(words.get(path)));
        try {
            Files.setPosixFilePermissions(directory.resolve("tmp"), PosixFilePermissions.fromString("rwxrwxrwx"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return words;
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    Path directory() {
        return directory;
    }

    long baton() {
        return Processes.withArguments("dev.baton.cli.Main", directory.toString());
    }

    long watchdog() {
        return Processes.withArguments("baton-watchdog", directory.toString());
    }

    long runner() {
        return Processes.withArguments("baton-runner", directory.toString());
    }

    long unshare() {
        return ProcessHandle.of(init())
                .flatMap(ProcessHandle::parent)
                .orElseThrow()
                .pid();
    }

    long init() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(Processes::isAlive)
                .filter(pid -> Processes.namespacePid(pid) == 1)
                .filter(pid -> Processes.hasArguments(pid, "init", directory.toString()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the identity that a store would record. */
    RunningCommand identity() {
        return RunningCommand.ofPid(init()).orElseThrow();
    }

    /** Returns a process of the daemon. */
    long daemon() {
        return Processes.aliveIn(directory).stream()
                .filter(pid -> ProcessHandle.of(pid)
                        .flatMap(ProcessHandle::parent)
                        .filter(parent -> parent.pid() == init() && Processes.namespacePid(pid) > 3)
                        .isPresent())
                .findFirst()
                .orElseThrow();
    }

    String id() {
        return id;
    }

    /** Checks that the daemon and all other processes of the command end. */
    void assertAllEnd() {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(aliveWithoutRestart())
                        .as("processes of the command")
                        .isEmpty());
        long last = EscapeForms.lastBeat(directory, id);
        await().during(Duration.ofMillis(300)).atMost(TIMEOUT).until(() -> EscapeForms.lastBeat(directory, id) == last);
    }

    /** Baton starts the command again if it still leads; that daemon has another id. */
    private List<Long> aliveWithoutRestart() {
        boolean restarted = EscapeForms.beats(directory).stream()
                .anyMatch(beat -> !EscapeForms.id(beat).equals(id));
        return restarted ? List.of() : Processes.aliveIn(directory);
    }

    @Override
    public void close() throws IOException {
        Files.writeString(directory.resolve("stop"), "");
        baton.destroyForcibly();
        baton.descendants().forEach(ProcessHandle::destroyForcibly);
        await().atMost(TIMEOUT).until(() -> {
            try (Stream<Long> left = Processes.aliveIn(directory).stream()) {
                left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            }
            return Processes.aliveIn(directory).isEmpty();
        });
    }
}
