package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MarkedProcessesTest {
    private static final MarkedProcesses OUTER = new MarkedProcesses("4777000001");
    private static final MarkedProcesses INNER = new MarkedProcesses("477700000112345");

    private final List<Process> started = new ArrayList<>();

    /** Waits too: the next test has the same marks. */
    @AfterEach
    void end() {
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }

    private long start(String variable, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("sh", "-c", "echo; exec cat"));
        return run(variable, all);
    }

    private long run(String variable, List<String> words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put(MarkedProcesses.VARIABLE, variable);
        Process process = builder.start();
        started.add(process);
        assertThat(process.getInputStream().read()).isEqualTo('\n');
        return process.pid();
    }

    @Test
    void findsProcessByItsLimitAndThoseOfInnerMarks() throws IOException {
        long outer = start("", "prlimit", "--rttime=4777000001999999999:4777000001999999999");
        long inner = start("", "prlimit", "--rttime=4777000001123459999:4777000001123459999");
        assertThat(OUTER.find(OptionalLong.empty())).containsExactlyInAnyOrder(outer, inner);
        assertThat(INNER.find(OptionalLong.empty())).containsExactly(inner);
    }

    @Test
    void findsProcessByItsVariable() throws IOException {
        long inner = start("4777000001 477700000112345");
        long outer = start("4777000001");
        start("47770000011");
        assertThat(OUTER.find(OptionalLong.empty())).containsExactlyInAnyOrder(outer, inner);
        assertThat(INNER.find(OptionalLong.empty())).containsExactly(inner);
    }

    @Test
    void findsProcessWhoseMainThreadExitedByItsVariable() throws IOException {
        long pid = run("4777000001", List.of("python3", "-c", """
                import ctypes, os, sys, threading
                def work():
                    print(flush=True)
                    sys.stdin.read()
                    os._exit(0)
                threading.Thread(target=work).start()
                ctypes.CDLL(None).pthread_exit(None)
                """));
        await().until(() -> ProcFs.SYSTEM.process(pid).orElseThrow().zombie());
        assertThat(OUTER.find(OptionalLong.empty())).containsExactly(pid);
        assertThat(INNER.find(OptionalLong.empty())).isEmpty();
    }

    @Test
    void findsMembersOfAGroup() throws IOException {
        long leader = start("", "setsid");
        assertThat(OUTER.find(OptionalLong.of(leader))).containsExactly(leader);
        assertThat(OUTER.find(OptionalLong.empty())).isEmpty();
    }

    @Test
    void endedProcessIsNotFound() throws Exception {
        start("4777000001");
        started.get(0).destroyForcibly().waitFor();
        assertThat(OUTER.find(OptionalLong.empty())).isEmpty();
    }

    @Test
    void processesThatStartAndEndDuringTheSearchDoNotDisturbIt() throws IOException {
        for (int i = 0; i < 4; i++) {
            started.add(new ProcessBuilder("sh", "-c", "while :; do /bin/true & /bin/true; done").start());
        }
        for (int i = 0; i < 100; i++) {
            assertThat(OUTER.find(OptionalLong.empty())).isEmpty();
        }
    }

    @Test
    void ownLimitIsKnown() {
        assertThat(MarkedProcesses.ownLimit().orElseThrow()).matches("unlimited|[0-9]+");
    }
}
