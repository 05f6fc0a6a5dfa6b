package dev.baton.file.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.support.process.PidProbe;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class PidfdProbeTest {
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final PidProbe probe = PidProbe.installed();

    @BeforeEach
    void requirePidfdOpen() {
        assumeTrue(probe.exists(OWN_PID).isPresent(), "the kernel has no pidfd_open(2)");
    }

    private static Process start(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    @Test // FILE-6
    void isTheInstalledProbe() {
        assertThat(probe).isInstanceOf(PidfdProbe.class);
    }

    @Test // FILE-6
    void findsRunningProcess() throws Exception {
        Process running = start("sleep", "60");
        try {
            assertThat(probe.exists(running.pid())).contains(true);
        } finally {
            running.destroyForcibly();
        }
    }

    @Test // FILE-6
    void doesNotFindProcessThatHasEnded() throws Exception {
        Process ended = start("true");
        ended.waitFor();
        assertThat(probe.exists(ended.pid())).contains(false);
    }

    @Test // FILE-6
    void findsZombie() throws Exception {
        // The shell replaces itself before its child ends, so the child is never reaped.
        Process parent = start("sh", "-c", "sleep 0.3 & echo $!; exec sleep 60");
        try {
            long zombie = Long.parseLong(parent.inputReader().readLine());
            Path stat = Path.of("/proc/" + zombie + "/stat");
            Awaitility.await().until(() -> Files.readString(stat).contains(") Z "));
            assertThat(probe.exists(zombie)).contains(true);
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test // FILE-6
    void findsProcessOfAnotherUser() throws Exception {
        Process asOther = start("setpriv", "--reuid", "65534", "--clear-groups", "sh", "-c", "id -u; exec sleep 60");
        try {
            String user = asOther.inputReader().readLine();
            assumeTrue("65534".equals(user), "this user may not start processes of another user");
            assertThat(probe.exists(asOther.pid())).contains(true);
        } finally {
            asOther.destroyForcibly();
        }
        assertThat(probe.exists(1)).as("owned by root").contains(true);
    }

    @Test // FILE-6
    void findsProcessOfRootFromAnotherUser(@TempDir Path directory) throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        String output = probeInJvm(
                List.of("setpriv", "--reuid", "65534", "--clear-groups"),
                List.of("-Djna.tmpdir=" + directory),
                readableClassPath(directory),
                Optional.of(OWN_PID));
        assumeTrue(output.contains("exists="), "this user may not start a JVM as another user");
        assertThat(output).contains("exists=Optional[true]");
    }

    /** Copies the jars to a directory that every user can read. */
    private static String readableClassPath(Path directory) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : CLASS_PATH.split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            boolean jar = Files.isRegularFile(path);
            entries.add(
                    jar
                            ? Files.copy(path, directory.resolve(path.getFileName()))
                                    .toString()
                            : entry);
        }
        return String.join(File.pathSeparator, entries);
    }

    @Test // FILE-6
    void needsNoFileDescriptor() throws Exception {
        Process ended = start("true");
        ended.waitFor();
        List<String> limited = List.of("sh", "-c", "ulimit -n 200; exec \"$@\"", "sh");
        List<String> options = List.of("-Dno.descriptors=true");
        assertThat(probeInJvm(limited, options, CLASS_PATH, Optional.of(OWN_PID)))
                .contains("opened=true", "exists=Optional[true]");
        assertThat(probeInJvm(limited, options, CLASS_PATH, Optional.of(ended.pid())))
                .contains("opened=true", "exists=Optional[false]");
    }

    @Test // FILE-6
    void answersNothingForNumbersThatCannotBePids() {
        assertThat(probe.exists(0)).isEmpty();
        assertThat(probe.exists(-1)).isEmpty();
        assertThat(probe.exists(Long.MAX_VALUE)).isEmpty();
    }

    @Test // API-7
    void loadsNoNativeCodeBeforeItIsAsked() throws Exception {
        List<String> options = List.of("-Xlog:class+load");
        assertThat(probeInJvm(List.of(), options, CLASS_PATH, Optional.empty()))
                .contains("installed=PidfdProbe")
                .doesNotContain("com.sun.jna");
        assertThat(probeInJvm(List.of(), options, CLASS_PATH, Optional.of(OWN_PID)))
                .contains("com.sun.jna");
    }

    @Test // FILE-14
    void answersNothingWithoutNativeCode() throws Exception {
        List<String> options = List.of("-Djna.nosys=true", "-Djna.nounpack=true", "-Djna.boot.library.path=/nowhere");
        assertThat(probeInJvm(List.of(), options, CLASS_PATH, Optional.of(OWN_PID)))
                .contains("exists=Optional.empty");
    }

    private static String probeInJvm(List<String> prefix, List<String> options, String classPath, Optional<Long> pid)
            throws Exception {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, ProbeMain.class.getName()));
        pid.map(Object::toString).ifPresent(command::add);
        Process process = start(command.toArray(String[]::new));
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
