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

/** Start times that are recorded and judged in different time namespaces of this machine. */
class TimeNamespaceEvidenceTest {
    /** One nanosecond less than a tick: nearly every start time is rounded to another tick. */
    private static final String SUB_TICK_OFFSET = "100 9999999";

    private static final ProcessIdentity SELF = ProcessIdentity.current();

    private final ProcessEvidence outside = ProcessEvidence.of(Path.of("/proc"), SELF.pid(), PidProbe.NONE);

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void writeLauncher() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs the right to create namespaces");
        Files.writeString(directory.resolve("timens.py"), """
                import ctypes, os, sys
                libc = ctypes.CDLL(None, use_errno=True)
                if libc.unshare(0x80) != 0:
                    sys.exit("unshare failed")
                with open("/proc/self/timens_offsets", "w") as offsets:
                    offsets.write("boottime %s %s\\n" % (sys.argv[1], sys.argv[2]))
                if os.fork() == 0:
                    os.execvp(sys.argv[3], sys.argv[3:])
                os.wait()
                """);
    }

    @AfterEach
    void endProcesses() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    @Test
    void processOutsideIsJudgedFromInside() throws Exception {
        for (String offset : List.of(SUB_TICK_OFFSET, "100 9000000", "1000000 0")) {
            ProcessIdentity process = startOutside();
            assertThat(new EvidenceRunner(directory).run(process, shell(offset), "exec JAVA"))
                    .as(offset)
                    .isEqualTo(Evidence.NO);
            assertThat(new EvidenceRunner(directory).run(earlier(process, 2), shell(offset), "exec JAVA"))
                    .as("recycled pid")
                    .isEqualTo(Evidence.YES);
        }
    }

    @Test
    void startTimeThatWasRecordedAsShownIsAccepted() throws Exception {
        ProcessIdentity process = startOutside();
        String shown = "START=$(sed 's/.*) //' /proc/" + process.pid() + "/stat | cut -d' ' -f20); exec JAVA";
        assertThat(new EvidenceRunner(directory).run(process, "$START", shell(SUB_TICK_OFFSET), shown))
                .isEqualTo(Evidence.NO);
    }

    @Test
    void processInsideIsJudgedFromOutside() throws Exception {
        ProcessIdentity process = startInside();
        long shownOutside = new ProcFs(Path.of("/proc"), SELF.pid())
                .process(process.pid())
                .orElseThrow()
                .startTime();
        assertThat(process.startTime()).isGreaterThan(shownOutside + 9_999);
        assertThat(outside.hasEnded(process)).isEqualTo(Evidence.NO);
        assertThat(outside.hasEnded(earlier(process, process.startTime() - shownOutside)))
                .as("offset taken out")
                .isEqualTo(Evidence.NO);
        assertThat(outside.hasEnded(earlier(process, process.startTime() - shownOutside - 1 + 10_000)))
                .as("recycled pid")
                .isEqualTo(Evidence.YES);
        assertThat(outside.hasEnded(earlier(process, 2))).as("recycled pid").isEqualTo(Evidence.YES);
        assertThat(new EvidenceRunner(directory).run(process, shell("-1 5000000"), "exec JAVA"))
                .as("from a third namespace")
                .isEqualTo(Evidence.NO);
    }

    @Test
    void offsetOfFutureChildrenProvesNothing() throws Exception {
        ProcessIdentity process = startOutside();
        // Kernels that switch the namespace at execve(2) show the offset of the process itself.
        assertThat(new EvidenceRunner(directory).run(process, "unshare --time --boottime 50 sh -c", "exec JAVA"))
                .isNotEqualTo(Evidence.YES);
    }

    private String shell(String offset) {
        return "python3 " + directory.resolve("timens.py") + " " + offset + " sh -c";
    }

    private ProcessIdentity startOutside() throws IOException {
        Process live = new ProcessBuilder("cat").start();
        started.add(live);
        return ProcessIdentity.of(live.pid()).orElseThrow();
    }

    /** The process prints its own entry, as a process that records itself reads it. */
    private ProcessIdentity startInside() throws IOException {
        List<String> command = new ArrayList<>(List.of(shell(SUB_TICK_OFFSET).split(" ", -1)));
        command.add("read -r line < /proc/$$/stat; echo \"$line\"; exec cat");
        Process live = new ProcessBuilder(command).start();
        started.add(live);
        String[] fields = live.inputReader().readLine().split(" ", -1);
        return new ProcessIdentity(
                SELF.bootId(), SELF.pidNamespace(), Long.parseLong(fields[0]), Long.parseLong(fields[21]));
    }

    private static ProcessIdentity earlier(ProcessIdentity process, long ticks) {
        return new ProcessIdentity(
                process.bootId(), process.pidNamespace(), process.pid(), process.startTime() - ticks);
    }
}
