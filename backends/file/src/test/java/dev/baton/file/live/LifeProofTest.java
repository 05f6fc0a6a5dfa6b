package dev.baton.file.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.Layout;
import dev.baton.file.record.Owner;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is dead, who is alive, and of whom nothing can be said, where no liveness file is left. */
class LifeProofTest {
    @TempDir
    Path directory;

    private Life judge(Owner owner) throws IOException {
        return new LifeProof(new Layout(directory), ProcessIdentity.ofThisProcess()).judge(owner);
    }

    private static Owner ourselves(long startTime, String bootId, long pidNamespace) {
        return new Owner("x", ProcessHandle.current().pid(), startTime, bootId, pidNamespace, "1-2-gone");
    }

    @Test // FILE-6
    void withoutItsLivenessFileAProcessIsJudgedByItsPid() throws Exception {
        ProcessIdentity us = ProcessIdentity.ofThisProcess();
        assertThat(judge(ourselves(us.startTime(), us.bootId(), us.pidNamespace())))
                .isEqualTo(Life.ALIVE);
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Owner dead = new Owner("x", gone.pid(), 1, us.bootId(), us.pidNamespace(), "1-2-gone");
        assertThat(judge(dead)).isEqualTo(Life.DEAD);
    }

    @Test // FILE-10
    void aRecycledPidIsRecognisedByItsStartTime() throws IOException {
        ProcessIdentity us = ProcessIdentity.ofThisProcess();
        assertThat(judge(ourselves(us.startTime() + 1, us.bootId(), us.pidNamespace())))
                .isEqualTo(Life.DEAD);
    }

    @Test // FILE-10
    void aPidOfAnotherBootOrNamespaceProvesNothing() throws IOException {
        ProcessIdentity us = ProcessIdentity.ofThisProcess();
        assertThat(judge(ourselves(1, "another boot", us.pidNamespace()))).isEqualTo(Life.UNKNOWN);
        assertThat(judge(ourselves(1, us.bootId(), us.pidNamespace() + 1))).isEqualTo(Life.UNKNOWN);
    }
}
