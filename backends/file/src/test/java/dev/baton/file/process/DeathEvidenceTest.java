package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
