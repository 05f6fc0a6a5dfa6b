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
        return stat(pid, state, 1, startTime);
    }

    private static String stat(long pid, String state, int threads, long startTime) {
        return pid + " (a ) b) " + state + " 0".repeat(16) + " " + threads + " 0 " + startTime + " 0\n";
    }

    private void writeProcess(long pid, String state, long startTime) throws IOException {
        writeProcess(pid, state, 1, startTime);
    }

    private void writeProcess(long pid, String state, int threads, long startTime) throws IOException {
        Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(proc.resolve(pid + "/stat"), stat(pid, state, threads, startTime));
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
        writeProcess(200, "S", 1007);
        writeTimeNamespace("10 0");
        assertThat(hasEnded(200, 1007)).as("as the file shows it").isEqualTo(Evidence.NO);
        assertThat(hasEnded(200, 7)).as("without the offset").isEqualTo(Evidence.NO);
        assertThat(hasEnded(200, 8)).isEqualTo(Evidence.YES);
    }

    @Test
    void recordsStartTimeAsShown() throws IOException {
        writeTimeNamespace("10 0");
        assertThat(new ProcFs(proc, OWN_PID).currentProcess().startTime()).isEqualTo(5);
    }

    @Test
    void otherStartTimeProvesNothingIfAnOffsetIsUnknown() throws IOException {
        writeProcess(200, "S", 1007);
        writeTimeNamespace("10 0");
        Files.delete(proc.resolve("200/timens_offsets"));
        assertThat(hasEnded(200, 3)).isEqualTo(Evidence.UNKNOWN);
        writeTimeNamespace("10 0");
        assertThat(hasEnded(200, 3)).isEqualTo(Evidence.YES);
        Files.delete(proc.resolve("self/ns/time_for_children"));
        Files.createSymbolicLink(proc.resolve("self/ns/time_for_children"), Path.of("time:[2]"));
        assertThat(hasEnded(200, 3)).as("the offset is that of children").isEqualTo(Evidence.UNKNOWN);
    }

    private void writeTimeNamespace(String offset) throws IOException {
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createDirectories(proc.resolve("200"));
        for (String process : new String[] {"self", "200"}) {
            Files.writeString(proc.resolve(process + "/timens_offsets"), "monotonic 0 0\nboottime " + offset + "\n");
        }
        for (String link : new String[] {"self/ns/time", "self/ns/time_for_children"}) {
            Files.deleteIfExists(proc.resolve(link));
            Files.createSymbolicLink(proc.resolve(link), Path.of("time:[1]"));
        }
    }

    @Test
    void zombieWithOtherThreadsHasNotEnded() throws IOException {
        writeProcess(200, "Z", 2, 7);
        assertThat(hasEnded(200, 7)).isEqualTo(Evidence.NO);
    }

    @Test
    void entryThatWasRemovedDuringTheReadProvesNothing() throws IOException {
        writeProcess(200, "Z", 0, 7);
        assertThat(hasEnded(200, 7)).isEqualTo(Evidence.UNKNOWN);
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
