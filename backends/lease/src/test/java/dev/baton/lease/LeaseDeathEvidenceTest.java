package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a process counts as gone: only on proof, and never by a lost connection. */
class LeaseDeathEvidenceTest {
    @TempDir
    Path holds;

    private LeaseProcess us() {
        return ThisProcess.mark(holds);
    }

    private LeaseProcess mark(long pid, long startTime) {
        LeaseProcess us = us();
        return new LeaseProcess("other", us.bootId(), us.pidNamespace(), pid, startTime, holds.toString());
    }

    @Test // LEASE-2
    void aProcessOfThisHostIsGoneWhenItsPidIsFreeOrRecycled() throws Exception {
        LeaseDeathEvidence proof = new LeaseDeathEvidence(us());
        Process living = new ProcessBuilder("cat").start();
        long start = ThisProcess.startOf(living.pid()).orElseThrow();
        assertThat(proof.isGone(mark(living.pid(), start))).isFalse();
        assertThat(proof.isGone(mark(living.pid(), start - 1)))
                .as("a recycled pid")
                .isTrue();
        living.destroyForcibly().waitFor();
        assertThat(proof.isGone(mark(living.pid(), start))).isTrue();
    }

    @Test // LEASE-2
    void aProcessThatCannotBeSeenFromHereIsNotGone() {
        LeaseProcess us = us();
        LeaseDeathEvidence proof = new LeaseDeathEvidence(us);
        long free = 4_194_303;
        assertThat(proof.isGone(mark(free, 1))).isTrue();
        String folder = holds.toString();
        assertThat(proof.isGone(new LeaseProcess("x", "another boot", us.pidNamespace(), free, 1, folder)))
                .isFalse();
        assertThat(proof.isGone(new LeaseProcess("x", us.bootId(), us.pidNamespace() + 1, free, 1, folder)))
                .isFalse();
        assertThat(proof.isGone(new LeaseProcess("x", "", 0, free, 1, folder))).isFalse();
        assertThat(proof.isGone(new LeaseProcess("x", us.bootId(), us.pidNamespace(), free, 0, folder)))
                .as("without a start time")
                .isFalse();
        assertThat(proof.isGone(new LeaseProcess("x", us.bootId(), us.pidNamespace(), free, 1, "/no/such/folder")))
                .as("its holds cannot be seen")
                .isFalse();
    }

    @Test // LEASE-2
    void aProcessWhoseCommandStillRunsIsNotGone() throws IOException, InterruptedException {
        LeaseProcess dead = mark(4_194_303, 1);
        LeaseDeathEvidence proof = new LeaseDeathEvidence(us());
        Path hold = Files.createFile(holds.resolve("other.hold1"));
        Process command = new ProcessBuilder("flock", "-x", hold.toString(), "cat").start();
        Awaitility.await().until(() -> !proof.isGone(dead));
        command.getOutputStream().close();
        command.waitFor();
        Awaitility.await().until(() -> proof.isGone(dead));
        CommandHolds.removeOf(dead);
        assertThat(hold).doesNotExist();
    }
}
