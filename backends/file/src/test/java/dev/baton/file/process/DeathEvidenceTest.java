package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DeathEvidenceTest {
    private static final ProcessIdentity SELF = ProcessIdentity.current();

    @TempDir
    Path directory;

    private Evidence hasEnded(ClaimOwner owner) throws IOException {
        return new DeathEvidence(new DirectoryLayout(directory), ProcessEvidence.ofThisMachine()).hasEnded(owner);
    }

    /** An owner whose liveness file is missing. */
    private static ClaimOwner owner(String bootId, long pidNamespace, long pid, long startTime) {
        return new ClaimOwner("x", pid, startTime, bootId, pidNamespace, "1-2-missing");
    }

    /** An owner as a program in another language records it. */
    private static ClaimOwner bareOwner(long pid, long startTime) {
        return new ClaimOwner("x", pid, startTime, "", 0, "");
    }

    private static long pidOfEndedProcess() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        return ended.pid();
    }

    @Test // FILE-6
    void judgesProcessWithoutLivenessFileByItsPid() throws Exception {
        assertThat(hasEnded(owner(SELF.bootId(), SELF.pidNamespace(), SELF.pid(), SELF.startTime())))
                .isEqualTo(Evidence.NO);
        assertThat(hasEnded(owner(SELF.bootId(), SELF.pidNamespace(), pidOfEndedProcess(), 1)))
                .isEqualTo(Evidence.YES);
    }

    @Test // FILE-6
    @Timeout(60)
    void neverProvesDeathOfLiveProcessThatReplacesItsLivenessFile() throws Exception {
        LocalProcess self = LocalProcess.current();
        LivenessFile file = new LivenessFile(new DirectoryLayout(directory), self);
        file.create(Optional.empty());
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> replacing = CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                replace(file);
            }
        });
        try {
            for (int i = 0; i < 5_000; i++) {
                assertThat(hasEnded(self.owner("x"))).isEqualTo(Evidence.NO);
            }
        } finally {
            done.set(true);
            replacing.get(20, TimeUnit.SECONDS);
            file.remove();
        }
    }

    private void replaceByCopy(LocalProcess process) throws IOException {
        Path original = new DirectoryLayout(directory).liveness(process.name());
        Path copy = Files.copy(original, original.resolveSibling(".copy"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(copy, original, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test // FILE-6
    void copyOfALivenessFileProvesNothing() throws Exception {
        LocalProcess self = LocalProcess.current();
        LivenessFile file = new LivenessFile(new DirectoryLayout(directory), self);
        file.create(Optional.empty());
        replaceByCopy(self);
        assertThat(hasEnded(self.owner("x"))).isEqualTo(Evidence.NO);
        file.abandon();
    }

    @Test // FILE-6, FILE-10
    void copyIsRecognisedFromAnotherPidNamespaceToo() throws Exception {
        ProcessIdentity inside =
                new ProcessIdentity(SELF.bootId(), SELF.pidNamespace() + 1, SELF.pid(), SELF.startTime());
        LocalProcess elsewhere = new LocalProcess(inside, "1-2-elsewhere");
        LivenessFile file = new LivenessFile(new DirectoryLayout(directory), elsewhere);
        file.create(Optional.empty());
        file.abandon();
        assertThat(hasEnded(elsewhere.owner("x"))).isEqualTo(Evidence.YES);
        replaceByCopy(elsewhere);
        assertThat(hasEnded(elsewhere.owner("x"))).isEqualTo(Evidence.UNKNOWN);
    }

    @Test // FILE-6
    void runningProcessHasNotEndedWhateverItsLivenessFileSays() throws Exception {
        Process running = new ProcessBuilder("sleep", "600").start();
        try {
            LocalProcess process =
                    new LocalProcess(ProcessIdentity.of(running.pid()).orElseThrow(), "1-2-running");
            LivenessFile file = new LivenessFile(new DirectoryLayout(directory), process);
            file.create(Optional.empty());
            file.abandon();
            assertThat(hasEnded(process.owner("x"))).isEqualTo(Evidence.NO);
            running.destroyForcibly().waitFor();
            assertThat(hasEnded(process.owner("x"))).isEqualTo(Evidence.YES);
        } finally {
            running.destroyForcibly();
        }
    }

    private static void replace(LivenessFile file) {
        try {
            file.create(Optional.empty());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test // FILE-10
    void recognisesRecycledPidByItsStartTime() throws IOException {
        assertThat(hasEnded(owner(SELF.bootId(), SELF.pidNamespace(), SELF.pid(), SELF.startTime() + 1)))
                .isEqualTo(Evidence.YES);
    }

    @Test // FILE-10
    void processOfAnotherBootHasEnded() throws IOException {
        assertThat(hasEnded(owner("another boot", SELF.pidNamespace(), SELF.pid(), SELF.startTime())))
                .isEqualTo(Evidence.YES);
    }

    @Test // FILE-10
    void pidOfAnotherNamespaceProvesNothing() throws Exception {
        assertThat(hasEnded(owner(SELF.bootId(), SELF.pidNamespace() + 1, pidOfEndedProcess(), 1)))
                .isEqualTo(Evidence.UNKNOWN);
        assertThat(hasEnded(owner("", 0, pidOfEndedProcess(), 1))).isEqualTo(Evidence.UNKNOWN);
    }

    @Test // FILE-6, FILE-10
    void judgesBarePidOnThisMachine() throws Exception {
        assertThat(hasEnded(bareOwner(SELF.pid(), 0))).isEqualTo(Evidence.NO);
        assertThat(hasEnded(bareOwner(SELF.pid(), SELF.startTime()))).isEqualTo(Evidence.NO);
        assertThat(hasEnded(bareOwner(SELF.pid(), SELF.startTime() + 1))).isEqualTo(Evidence.YES);
        assertThat(hasEnded(bareOwner(pidOfEndedProcess(), 0))).isEqualTo(Evidence.YES);
    }
}
