package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence about real processes of this machine. */
class ProcessEvidenceTest {
    private static final ProcessIdentity SELF = ProcessIdentity.current();

    private final ProcessEvidence evidence =
            ProcessEvidence.of(Path.of("/proc"), ProcessHandle.current().pid(), PidProbe.NONE);

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void runningProcessHasNotEnded() throws IOException {
        Process process = start("cat");
        assertThat(evidence.hasEnded(identityOf(process.pid()))).isEqualTo(Evidence.NO);
        assertThat(evidence.hasEnded(SELF)).isEqualTo(Evidence.NO);
    }

    @Test
    void reapedProcessHasEnded() throws Exception {
        Process process = start("cat");
        ProcessIdentity identity = identityOf(process.pid());
        process.destroyForcibly();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(evidence.hasEnded(identity)).isEqualTo(Evidence.YES);
    }

    @Test
    void zombieHasEnded() throws Exception {
        // The shell does not wait for its child, which becomes a zombie when it is killed.
        Process process = start("sh", "-c", "sleep 1000 & echo $!; exec cat");
        BufferedReader lines = process.inputReader();
        long child = Long.parseLong(lines.readLine());
        // cat answers once it has replaced the shell, which would have waited for its child.
        process.outputWriter().append("ready\n").flush();
        assertThat(lines.readLine()).isEqualTo("ready");
        ProcessIdentity identity = identityOf(child);
        ProcessHandle.of(child).orElseThrow().destroyForcibly();
        await().until(() -> new ProcFs(Path.of("/proc"), SELF.pid())
                .process(child)
                .orElseThrow()
                .zombie());
        assertThat(evidence.hasEnded(identity)).isEqualTo(Evidence.YES);
    }

    @Test
    void processWhoseMainThreadExitedHasNotEnded() throws Exception {
        Process process = start("python3", "-c", """
                        import ctypes, os, sys, threading
                        def work():
                            print(os.getpid(), flush=True)
                            sys.stdin.read()
                            os._exit(0)
                        threading.Thread(target=work).start()
                        ctypes.CDLL(None).pthread_exit(None)
                        """);
        long pid = firstNumber(process);
        ProcessIdentity identity = identityOf(pid);
        await().until(() -> new ProcFs(Path.of("/proc"), SELF.pid())
                .process(pid)
                .orElseThrow()
                .zombie());
        assertThat(evidence.hasEnded(identity)).isEqualTo(Evidence.NO);
    }

    @Test
    void processWhoseThreadsStartTheirSuccessorsAndExitHasNotEnded() throws Exception {
        Process process = start("python3", "-c", """
                        import _thread, ctypes, os
                        def work():
                            os.sched_yield()
                            _thread.start_new_thread(work, ())
                        print(os.getpid(), flush=True)
                        _thread.start_new_thread(work, ())
                        ctypes.CDLL(None).pthread_exit(None)
                        """);
        long pid = firstNumber(process);
        ProcessIdentity identity = identityOf(pid);
        await().until(() -> new ProcFs(Path.of("/proc"), SELF.pid())
                .process(pid)
                .orElseThrow()
                .zombie());
        Map<Evidence, Integer> answers = new EnumMap<>(Evidence.class);
        for (int i = 0; i < 20_000; i++) {
            answers.merge(evidence.hasEnded(identity), 1, Integer::sum);
        }
        assertThat(answers).isEqualTo(Map.of(Evidence.NO, 20_000));
    }

    @Test
    void recycledPidMeansThatTheFirstProcessHasEnded() throws IOException {
        Process process = start("cat");
        ProcessIdentity now = identityOf(process.pid());
        ProcessIdentity earlier = new ProcessIdentity(now.bootId(), now.pidNamespace(), now.pid(), now.startTime() - 1);
        assertThat(evidence.hasEnded(earlier)).isEqualTo(Evidence.YES);
    }

    @Test
    void otherBootIsUnknownExceptOnStoresOfOneMachine() {
        ProcessIdentity other = new ProcessIdentity("another-boot", SELF.pidNamespace(), SELF.pid(), SELF.startTime());
        assertThat(evidence.hasEnded(other)).isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence.hasEndedOnOwnMachine(other)).isEqualTo(Evidence.YES);
    }

    @Test
    void otherPidNamespaceIsUnknownEverywhere() {
        ProcessIdentity other = new ProcessIdentity(SELF.bootId(), SELF.pidNamespace() + 1, 999_999_999, 1);
        assertThat(evidence.hasEnded(other)).isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence.hasEndedOnOwnMachine(other)).isEqualTo(Evidence.UNKNOWN);
    }

    @Test
    void incompleteIdentityIsUnknown() {
        assertThat(evidence.hasEnded(new ProcessIdentity("", 0, 999_999_999, 0)))
                .isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence.hasEndedOnOwnMachine(new ProcessIdentity("", 0, 1, 0)))
                .isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence.hasEnded(new ProcessIdentity(SELF.bootId(), SELF.pidNamespace(), 999_999_999, 0)))
                .isEqualTo(Evidence.UNKNOWN);
    }

    @Test
    void withoutProcNothingIsKnown() {
        ProcessEvidence blind = ProcessEvidence.of(directory.resolve("proc"), SELF.pid(), PidProbe.NONE);
        assertThat(blind.hasEnded(SELF)).isEqualTo(Evidence.UNKNOWN);
        assertThat(blind.hasEndedOnOwnMachine(SELF)).isEqualTo(Evidence.UNKNOWN);
    }

    @Test
    void directoryThatOnlyLooksLikeProcProvesNothing() throws IOException {
        Path self = Files.createDirectories(directory.resolve("self/ns"));
        Files.createSymbolicLink(self.resolve("pid"), Path.of("pid:[" + SELF.pidNamespace() + "]"));
        for (String file : List.of("self/stat", "self/mountinfo", "sys/kernel/random/boot_id")) {
            Files.createDirectories(directory.resolve(file).getParent());
            Files.writeString(directory.resolve(file), Files.readString(Path.of("/proc", file)));
        }
        ProcessIdentity process = new ProcessIdentity(SELF.bootId(), SELF.pidNamespace(), 999_999_999, 1);
        assertThat(evidence.hasEnded(process)).isEqualTo(Evidence.YES);
        ProcessEvidence fake = ProcessEvidence.of(directory, SELF.pid(), PidProbe.NONE);
        assertThat(fake.hasEnded(process)).isEqualTo(Evidence.UNKNOWN);
        assertThat(fake.hasEnded(process.pid(), process.startTime())).isEqualTo(Evidence.UNKNOWN);
    }

    @Test
    void kernelThatReportsNoSuchPidIsProof() {
        ProcessEvidence probed = ProcessEvidence.of(Path.of("/proc"), SELF.pid(), pid -> Optional.of(false));
        ProcessIdentity gone = new ProcessIdentity(SELF.bootId(), SELF.pidNamespace(), 999_999_999, 1);
        assertThat(probed.hasEnded(gone)).isEqualTo(Evidence.YES);
    }

    @Test
    void pidThatExistsButHasNoEntryIsUnknown() {
        ProcessEvidence probed = ProcessEvidence.of(Path.of("/proc"), SELF.pid(), pid -> Optional.of(true));
        ProcessIdentity hidden = new ProcessIdentity(SELF.bootId(), SELF.pidNamespace(), 999_999_999, 1);
        assertThat(probed.hasEnded(hidden)).isEqualTo(Evidence.UNKNOWN);
    }

    private Process start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    private static ProcessIdentity identityOf(long pid) throws IOException {
        long started = new ProcFs(Path.of("/proc"), SELF.pid())
                .process(pid)
                .orElseThrow()
                .startTime();
        return new ProcessIdentity(SELF.bootId(), SELF.pidNamespace(), pid, started);
    }

    private static long firstNumber(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        return Long.parseLong(lines.readLine());
    }
}
