package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A majority of members with full disks, in separate processes. */
class FullDiskTest {
    /** More votes than the file has space for at first, and fewer than promises: only a vote can fail. */
    private static final int MORE_THAN_PREALLOCATED = 40;

    /** On a busy machine, an election with space on the disks takes seconds too. */
    private static final Duration NOT_MERELY_SLOW = Duration.ofSeconds(10);

    @Test // QUORUM-7
    void membersWithFullDisksAbstainUntilSpaceIsFreed() throws Exception {
        try (TestGroup group = new TestGroup(3, "&heartbeat=200ms&lease=2s", false);
                SmallDisk second = new SmallDisk(group.directory().resolve("n2"));
                SmallDisk third = new SmallDisk(group.directory().resolve("n3"));
                MemberProcesses processes = new MemberProcesses(group);
                Baton baton = Baton.connect(group.url("n1"))) {
            processes.start("n2");
            processes.start("n3");
            processes.awaitLeader(0);
            second.fill();
            third.fill();
            Candidate refused = firstRefused(baton);
            second.empty();
            await().atMost(Duration.ofSeconds(30)).until(refused::isLeader);
            processes.checkHistory(1);
        }
    }

    /** Starts candidates until one is not elected, because no majority can write its vote. */
    private static Candidate firstRefused(Baton baton) throws InterruptedException {
        for (int i = 0; i < MORE_THAN_PREALLOCATED; i++) {
            Candidate candidate = baton.candidate("election-" + i);
            candidate.start();
            if (candidate.awaitLeadership(NOT_MERELY_SLOW).isEmpty()) {
                return candidate;
            }
        }
        throw new AssertionError("every election had a majority");
    }

    /** A small file system in memory. */
    private record SmallDisk(Path path) implements AutoCloseable {
        SmallDisk {
            try {
                Files.createDirectory(path);
                run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", path.toString());
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        void fill() {
            try (OutputStream out = Files.newOutputStream(path.resolve("filler"))) {
                while (true) {
                    out.write(new byte[1024]);
                }
            } catch (IOException full) {
                assertThat(full).hasMessageContaining("No space left");
            }
        }

        void empty() throws IOException {
            Files.delete(path.resolve("filler"));
        }

        @Override
        public void close() {
            run("umount", "-l", path.toString());
        }

        private static void run(String... words) {
            try {
                assertThat(new ProcessBuilder(words).inheritIO().start().waitFor())
                        .isZero();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
