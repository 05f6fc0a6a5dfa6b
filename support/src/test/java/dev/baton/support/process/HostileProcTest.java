package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    void processWithoutFileDescriptorsLearnsNothing() throws Exception {
        assertThat(state("sh -c", "ulimit -n 200; exec JAVA no-descriptors")).isEqualTo(ProcessState.UNREADABLE);
    }

    @Test
    void tellsAHiddenProcessFromOneElsewhere() throws Exception {
        assertThat(state("sh -c", "exec JAVA state")).isEqualTo(ProcessState.RUNNING);
        assertThat(state("unshare -m sh -c", "mount -t proc -o hidepid=2 proc /proc && exec " + NOBODY + "JAVA state"))
                .isEqualTo(ProcessState.UNREADABLE);
        assertThat(state("unshare -m -p -f --mount-proc sh -c", "exec JAVA state"))
                .isEqualTo(ProcessState.ELSEWHERE);
    }

    @Test
    void replacedBootIdProvesNothing() throws Exception {
        Path replacement = Files.writeString(directory.resolve("boot_id"), "4ac5c8e1-0000-4000-8000-000000000000\n");
        String mount = "mount --bind " + replacement + " /proc/sys/kernel/random/boot_id && exec JAVA own-machine";
        assertThat(evidence("unshare -m sh -c", mount)).isEqualTo(Evidence.UNKNOWN);
        assertThat(state("unshare -m sh -c", mount.replace("own-machine", "state")))
                .as("for ever, so that nobody may wait for it")
                .isEqualTo(ProcessState.ELSEWHERE);
    }

    @Test
    void bootIdIsKnownBelowReadOnlyMountOfContainers() throws Exception {
        String mount =
                "mount --bind /proc/sys /proc/sys && mount -o remount,ro,bind /proc/sys && exec JAVA own-machine";
        assertThat(evidence("unshare -m sh -c", mount)).isEqualTo(Evidence.NO);
    }

    private Evidence evidence(String shell, String script) throws Exception {
        return new EvidenceRunner(directory).run(identity, shell, script);
    }

    private ProcessState state(String shell, String script) throws Exception {
        return new EvidenceRunner(directory).state(identity, shell, script);
    }
}
