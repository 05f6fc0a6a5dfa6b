package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.process.MachineUptime;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the watchdog reads its deadline. The file is a FIFO here, so that the test decides what every read returns. */
// API-3: work ends before the claim does
class LeashDeadlineTest {
    private static final long OFFSET = 1_000_000_000_000L;

    @TempDir
    Path directory;

    private Instant wallDeadline = Instant.now().plus(Duration.ofDays(1));

    /** Runs functions of {@code leash.sh} and returns what they print. Each read of the deadline returns the next number. */
    private String run(String functions, long... reads) throws IOException, InterruptedException {
        Path wall = Files.writeString(directory.resolve("wall"), "");
        Files.setLastModifiedTime(wall, FileTime.from(wallDeadline));
        Path fifo = directory.resolve("deadlines");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        String self = Long.toString(ProcessHandle.current().pid());
        ProcessBuilder builder = new ProcessBuilder(
                        "sh",
                        "-c",
                        "eval \"$BATON_LEASH_SCRIPT\"",
                        "baton-watchdog",
                        "eval",
                        "namespace",
                        "-",
                        "-",
                        "0",
                        self,
                        "-",
                        fifo.toString(),
                        wall.toString(),
                        directory.resolve("stamp").toString(),
                        "exec 3<>\"$_b_deadlines\" 8<\"$_b_wall\" 9<>\"$_b_stamp\"; _b_done= _b_asked= _b_scan=0; runner_lives() { :; }; echo; "
                                + functions)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("BATON_LEASH_SCRIPT", LeashScript.text());
        Process process = builder.start();
        // The empty line says that the FIFO is open on the other side.
        assertThat(process.getInputStream().read()).isEqualTo('\n');
        String lines =
                Arrays.stream(reads).mapToObj(read -> (OFFSET + read) + "\n").collect(Collectors.joining());
        // For reading too: otherwise this waits for a reader, and the script may have ended already.
        try (RandomAccessFile file = new RandomAccessFile(fifo.toFile(), "rw")) {
            file.write(lines.getBytes(StandardCharsets.US_ASCII));
            return output(process);
        }
    }

    private static String output(Process process) throws IOException, InterruptedException {
        boolean ended = process.waitFor(20, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended).as("ended within 20 s").isTrue();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    }

    @Test
    void deadlineThatWasReadWhileItChangedIsReadAgain() throws Exception {
        // The begin of the new number with the end of the old one: far later than both.
        assertThat(run("read_deadline; echo $_b_deadline", 1_999_999, 1_000_000, 1_000_000, 1_000_000))
                .isEqualTo("1000000");
    }

    @Test
    void watchdogTakesEveryNewDeadline() throws Exception {
        long now = MachineUptime.millis();
        long soon = now + 15_000;
        long later = now + 600_000;
        assertThat(run("await_deadline; echo $_b_deadline", soon, soon, later, later, 1000, 1000))
                .isEqualTo("1000");
    }

    @Test
    void watchdogStopsEarlierWhereASearchTakesLong() throws Exception {
        long later = MachineUptime.millis() + 60_000;
        assertThat(run("_b_scan=20000; await_deadline; echo stops", later, later))
                .isEqualTo("stops");
    }

    @Test
    void watchdogStopsWhenTheWallClockIsSetForward() throws Exception {
        long later = MachineUptime.millis() + 600_000;
        wallDeadline = Instant.now().minusMillis(1500);
        assertThat(run("await_deadline; echo stops", later, later)).isEqualTo("stops");
    }

    @Test
    void graceEndsWhenTheWallClockIsSetForward() throws Exception {
        wallDeadline = Instant.now().minusMillis(1500);
        String search = "anything_lives() { :; }; uptime_ms; await_end_until $((_b_now + 600000)) || echo kills";
        assertThat(run(search)).isEqualTo("kills");
    }

    @Test
    void wallClockThatCannotBeComparedEndsNothing() throws Exception {
        long now = MachineUptime.millis();
        wallDeadline = Instant.now().minusMillis(1500);
        // The deadline by uptime ends the wait, although the other one has passed.
        assertThat(run("exec 9<&-; await_deadline; echo $_b_deadline", now + 600_000, now + 600_000, 1000, 1000))
                .isEqualTo("1000");
    }

    @Test
    void watchdogStopsWhenTheRunnerIsGone() throws Exception {
        long later = MachineUptime.millis() + 600_000;
        assertThat(run("runner_lives() { false; }; await_deadline; echo stops", later, later))
                .isEqualTo("stops");
    }
}
