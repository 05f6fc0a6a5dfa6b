package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence about a pid without boot id, on a {@code /proc} that the test writes. */
class BarePidEvidenceTest {
    private static final long OWN_PID = 100;

    @TempDir
    Path proc;

    @BeforeEach
    void writeProc() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "boot\n");
        Files.writeString(proc.resolve("self/stat"), stat(OWN_PID, "S", 5));
        Files.writeString(proc.resolve("self/mountinfo"), "1 1 0:1 / " + proc + " rw - proc proc rw\n");
    }

    private static String stat(long pid, String state, long startTime) {
        return pid + " (a ) b) " + state + " 0".repeat(18) + " " + startTime + " 0\n";
    }

    private void writeProcess(long pid, String state, long startTime) throws IOException {
        Path task = Files.createDirectories(proc.resolve(pid + "/task/" + pid));
        Files.writeString(proc.resolve(pid + "/stat"), stat(pid, state, startTime));
        Files.writeString(task.resolve("stat"), stat(pid, state, startTime));
    }

    private ProcessEvidence evidence(PidProbe probe) {
        return ProcessEvidence.of(proc, OWN_PID, probe);
    }

    private Evidence hasEnded(long pid, long startTime) {
        return evidence(PidProbe.NONE).hasEnded(pid, startTime);
    }

    @Test
    void absentProcessHasEnded() {
        assertThat(hasEnded(200, 0)).isEqualTo(Evidence.YES);
        assertThat(hasEnded(200, 7)).isEqualTo(Evidence.YES);
    }

    @Test
    void runningProcessHasNotEnded() throws IOException {
        writeProcess(200, "S", 7);
        assertThat(hasEnded(200, 7)).isEqualTo(Evidence.NO);
        assertThat(hasEnded(200, 0)).as("without start time").isEqualTo(Evidence.NO);
    }

    @Test
    void recycledPidHasAnotherStartTime() throws IOException {
        writeProcess(200, "S", 8);
        assertThat(hasEnded(200, 7)).isEqualTo(Evidence.YES);
    }

    @Test
    void acceptsStartTimeOfTimeNamespace() throws IOException {
        Files.writeString(proc.resolve("self/timens_offsets"), "monotonic 0 0\nboottime 10 0\n");
        writeProcess(200, "S", 1007);
        assertThat(hasEnded(200, 1007)).as("as the file shows it").isEqualTo(Evidence.NO);
        assertThat(hasEnded(200, 7)).as("without the offset").isEqualTo(Evidence.NO);
        assertThat(hasEnded(200, 8)).isEqualTo(Evidence.YES);
    }

    @Test
    void zombieHasEnded() throws IOException {
        writeProcess(200, "Z", 7);
        assertThat(hasEnded(200, 7)).isEqualTo(Evidence.YES);
    }

    @Test
    void numberThatCannotBeAPidProvesNothing() {
        for (long pid : new long[] {0, -1, Long.MAX_VALUE}) {
            assertThat(hasEnded(pid, 0)).isEqualTo(Evidence.UNKNOWN);
        }
    }

    @Test
    void hiddenProcessProvesNothing() throws IOException {
        Files.writeString(proc.resolve("self/mountinfo"), "1 1 0:1 / " + proc + " rw - proc proc rw,hidepid=2\n");
        assertThat(hasEnded(200, 7)).isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence(pid -> Optional.of(true)).hasEnded(200, 7)).isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence(pid -> Optional.of(false)).hasEnded(200, 7)).isEqualTo(Evidence.YES);
    }

    @Test
    void missingProcProvesNothing() {
        ProcessEvidence evidence = ProcessEvidence.of(proc.resolve("missing"), OWN_PID, PidProbe.NONE);
        assertThat(evidence.hasEnded(200, 7)).isEqualTo(Evidence.UNKNOWN);
    }
}
