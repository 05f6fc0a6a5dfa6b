package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The watchdog after the command has used up all processes of its user. */
// API-3: no process of a command outlives the leadership
class LeashProcessLimitTest {
    /** Processes of root are not limited. */
    private static final List<String> AS_USER =
            List.of("setpriv", "--reuid", "61235", "--regid", "61235", "--clear-groups", "--");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash"})
    void searchesAndKillsWithoutAnotherProcess(String shell) throws Exception {
        assumeThat(Path.of("/bin", shell)).exists();
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(LeashLevel.MARKER)).isEmpty();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path report = Files.writeString(directory.resolve("report"), "w\n");
        Files.setPosixFilePermissions(report, PosixFilePermissions.fromString("rw-rw-rw-"));
        List<String> words = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            words.addAll(AS_USER);
        }
        String mark = LeashMark.create();
        String limit = LeashMark.limit(mark);
        words.addAll(List.of("/bin/" + shell, "-c", LeashScript.text(), "baton-watchdog", "eval", "marker", mark, "-"));
        words.addAll(List.of("0", "0", report.toString(), "-", "-", "-", """
                exec 4>>"$_b_report" 5<"$_b_report"
                prepare_pause
                prepare_search
                prlimit --rttime=%s:%s sleep 60 >/dev/null &
                until anything_lives; do :; done
                [ "$_b_strays" = " $!" ] || exit
                prlimit --pid $$ --nproc=0:0
                pause 1
                kill_all
                wait $!
                echo killed $?
                """.formatted(limit, limit)));
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("killed 137\n");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
