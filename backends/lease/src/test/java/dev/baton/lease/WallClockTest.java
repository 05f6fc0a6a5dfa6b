package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.testkit.TestCandidateMain;
import dev.baton.testkit.postgres.TestCommands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes whose wall clock is set by hours while they lead, with libfaketime. */
@Tag("proof")
class WallClockTest {
    /** A process with a simulated clock is slow on a busy machine. */
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    /** A candidate whose wall clock is set by a file. */
    private final class ShiftedCandidate implements AutoCloseable {
        private final Process process;
        private final BufferedReader output;
        private final Path offset = folder.resolve("offset");

        ShiftedCandidate(String url, Path library) throws IOException {
            set("+0");
            ProcessBuilder builder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            TestCandidateMain.class.getName(),
                            url,
                            "nightly",
                            "strange",
                            "2000")
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("LD_PRELOAD", library.toString());
            builder.environment().put("FAKETIME_TIMESTAMP_FILE", offset.toString());
            builder.environment().put("DONT_FAKE_MONOTONIC", "1");
            // Otherwise libfaketime ends every timed wait at once.
            builder.environment().put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
            builder.environment().put("FAKETIME_NO_CACHE", "1");
            process = builder.start();
            output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        void set(String seconds) throws IOException {
            Path next = Files.writeString(folder.resolve("next"), seconds);
            Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE);
        }

        boolean leads() throws IOException {
            OutputStream commands = process.getOutputStream();
            commands.write("?\n".getBytes(StandardCharsets.UTF_8));
            commands.flush();
            String line;
            do {
                line = output.readLine();
            } while (line != null && !line.startsWith("status"));
            return line != null && line.startsWith("status true");
        }

        /** A process that freezes inside a write blocks all writers; that has its own test. */
        void freezeOutsideWrites(SqliteLeaseStore store) throws IOException {
            String pid = Long.toString(process.pid());
            TestCommands.run("kill", "-STOP", pid);
            while (store.isLocked()) {
                TestCommands.run("kill", "-CONT", pid);
                TestCommands.run("kill", "-STOP", pid);
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private static Optional<Path> library() throws IOException {
        try (Stream<Path> found =
                Files.find(Path.of("/usr/lib"), 3, (path, facts) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
            return found.findFirst();
        }
    }

    @Test // LEASE-2, API-2
    void leaderClockSetByHoursNeitherOverlapsNorBlocks() throws Exception {
        Optional<Path> library = library();
        assumeTrue(library.isPresent(), "libfaketime is not installed");
        SqliteLeaseStore store = new SqliteLeaseStore();
        try (Baton baton = Baton.connect(store.url())) {
            for (String step : new String[] {"+3h", "-3h"}) {
                try (ShiftedCandidate strange = new ShiftedCandidate(store.url(), library.get())) {
                    Awaitility.await().atMost(SOON).until(strange::leads);
                    Candidate standby = baton.candidate("nightly");
                    standby.start();
                    strange.set(step);
                    // A step forward ends its leadership early. Either takes the lease anew, usually the same, in its
                    // new time.
                    Awaitility.await().atMost(SOON).until(() -> {
                        assertThat(strange.leads() && standby.isLeader() && strange.leads())
                                .as("both lead after a step of " + step)
                                .isFalse();
                        return standby.isLeader()
                                || Math.abs(store.ageMillis())
                                        > Duration.ofHours(2).toMillis();
                    });
                    strange.freezeOutsideWrites(store);
                    Awaitility.await().atMost(SOON).until(standby::isLeader);
                    standby.close();
                }
            }
        } finally {
            store.close();
        }
    }
}
