package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence from a {@code /proc} that hides, lies or fails, in real namespaces. A live process is never YES. */
class HostileProcTest {
    private static final String NOBODY = "setpriv --reuid=65534 --regid=65534 --clear-groups ";

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();
    private ProcessIdentity identity = ProcessIdentity.current();

    @BeforeEach
    void startProcess() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs the right to create namespaces");
        Process live = new ProcessBuilder("cat").start();
        started.add(live);
        long startTime = new ProcFs(Path.of("/proc"), identity.pid())
                .process(live.pid())
                .orElseThrow()
                .startTime();
        identity = new ProcessIdentity(identity.bootId(), identity.pidNamespace(), live.pid(), startTime);
    }

    @AfterEach
    void endProcess() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void processOfAnotherUserIsUnknownWhereProcHidesIt() throws Exception {
        assertThat(evidence("unshare -m sh -c", "mount -t proc -o hidepid=2 proc /proc && exec " + NOBODY + "JAVA"))
                .isEqualTo(Evidence.UNKNOWN);
    }

    @Test
    void endedProcessIsUnknownToo() throws Exception {
        started.get(0).destroyForcibly().waitFor();
        assertThat(evidence("unshare -m sh -c", "mount -t proc -o hidepid=2 proc /proc && exec " + NOBODY + "JAVA"))
                .isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence("sh -c", "exec " + NOBODY + "JAVA")).isEqualTo(Evidence.YES);
    }

    @Test
    void otherUserSeesProcessWhereNothingIsHidden() throws Exception {
        assertThat(evidence("sh -c", "exec " + NOBODY + "JAVA")).isEqualTo(Evidence.NO);
    }

    @Test
    void entryBelowAnotherMountIsUnknown() throws Exception {
        assertThat(evidence("unshare -m sh -c", "mount -t tmpfs none /proc/" + identity.pid() + " && exec JAVA"))
                .isEqualTo(Evidence.UNKNOWN);
    }

    @Test
    void otherPidNamespaceIsUnknown() throws Exception {
        assertThat(evidence("unshare -m -p -f --mount-proc sh -c", "exec JAVA")).isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence("unshare -p -f sh -c", "exec JAVA")).isEqualTo(Evidence.UNKNOWN);
    }

    @Test
    void startTimesOfAnotherTimeNamespaceAreComparedRightly() throws Exception {
        assertThat(evidence("unshare -m --time --boottime 1000000 --fork sh -c", "exec JAVA"))
                .isNotEqualTo(Evidence.YES);
    }

    @Test
    void processWithoutFileDescriptorsLearnsNothing() throws Exception {
        assertThat(evidence("sh -c", "ulimit -n 200; exec JAVA no-descriptors")).isEqualTo(Evidence.UNKNOWN);
    }

    /** Runs EvidenceMain through the given shell words, from classes that every user may read. */
    private Evidence evidence(String shell, String script) throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        copy(Path.of("target", "classes"), classes);
        copy(Path.of("target", "test-classes"), classes);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java") + " -Xshare:auto -XX:+UseSerialGC -cp "
                + classes + " " + EvidenceMain.class.getName() + " " + identity.bootId() + " "
                + identity.pidNamespace() + " " + identity.pid() + " " + identity.startTime();
        List<String> command = new ArrayList<>(List.of(shell.split(" ", -1)));
        command.add(script.replace("JAVA", java));
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output, StandardCharsets.UTF_8).trim();
        String last = text.substring(text.lastIndexOf('\n') + 1);
        assertThat(last).as(text).isIn("YES", "NO", "UNKNOWN");
        return Evidence.valueOf(last);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path made = Files.createDirectories(to.resolve(from.relativize(folder)));
                Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path target = to.resolve(from.relativize(file));
                if (file.toString().endsWith(".class") && !Files.exists(target)) {
                    Files.copy(file, target);
                    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r--r--"));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
