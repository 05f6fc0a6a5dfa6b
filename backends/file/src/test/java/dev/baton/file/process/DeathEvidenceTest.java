package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.record.ClaimOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is dead, who is alive, and of whom nothing can be said, where no liveness file is left. */
class DeathEvidenceTest {
    @TempDir
    Path directory;

    private Life judge(ClaimOwner owner) throws IOException {
        return new DeathEvidence(new DirectoryLayout(directory), LocalProcess.ofThisProcess()).judge(owner);
    }

    private static ClaimOwner ourselves(long startTime, String bootId, long pidNamespace) {
        return new ClaimOwner("x", ProcessHandle.current().pid(), startTime, bootId, pidNamespace, "1-2-gone");
    }

    @Test // FILE-6
    void withoutItsLivenessFileAProcessIsJudgedByItsPid() throws Exception {
        LocalProcess us = LocalProcess.ofThisProcess();
        assertThat(judge(ourselves(us.startTime(), us.bootId(), us.pidNamespace())))
                .isEqualTo(Life.ALIVE);
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        ClaimOwner dead = new ClaimOwner("x", gone.pid(), 1, us.bootId(), us.pidNamespace(), "1-2-gone");
        assertThat(judge(dead)).isEqualTo(Life.DEAD);
    }

    @Test // FILE-6
    @Timeout(60)
    void aLiveProcessThatKeepsReplacingItsLivenessFileIsNeverFoundDead() throws Exception {
        LocalProcess us = LocalProcess.ofThisProcess();
        LivenessFile file = new LivenessFile(new DirectoryLayout(directory), us);
        file.put("");
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> replacing = CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                replace(file);
            }
        });
        try {
            for (int i = 0; i < 5_000; i++) {
                assertThat(judge(us.as("x"))).isEqualTo(Life.ALIVE);
            }
        } finally {
            done.set(true);
            replacing.get(20, TimeUnit.SECONDS);
            file.remove();
        }
    }

    private static void replace(LivenessFile file) {
        try {
            file.put("");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test // FILE-10
    void aRecycledPidIsRecognisedByItsStartTime() throws IOException {
        LocalProcess us = LocalProcess.ofThisProcess();
        assertThat(judge(ourselves(us.startTime() + 1, us.bootId(), us.pidNamespace())))
                .isEqualTo(Life.DEAD);
    }

    @Test // FILE-10
    void aPidOfAnotherBootOrNamespaceProvesNothing() throws IOException {
        LocalProcess us = LocalProcess.ofThisProcess();
        assertThat(judge(ourselves(1, "another boot", us.pidNamespace()))).isEqualTo(Life.UNKNOWN);
        assertThat(judge(ourselves(1, us.bootId(), us.pidNamespace() + 1))).isEqualTo(Life.UNKNOWN);
    }
}
