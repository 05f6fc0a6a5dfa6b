package dev.baton.quorum.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.Vote;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes of votes that fail when the vote may be on disk already. */
class FailedWriteTest {
    private static final BootInfo BOOT = new BootInfo("boot-1");
    private static final Membership FOUNDING = Membership.founding(List.of("a", "b", "c"));
    private static final QuorumTiming TIMING = QuorumTiming.seed();

    @TempDir
    Path folder;

    @Test // QUORUM-7
    void numberOfFailedWriteIsNotUsedAgain() throws IOException {
        FullDisk disk = new FullDisk(DiskDirectory.open(folder));
        try (StateFolder state = open(disk).folder()) {
            state.persist(Map.of("nightly", new Vote(1, "b")));
            assertThat(state.generation()).isEqualTo(1);
            disk.writesLeft = 1; // The vote is written and made durable; its copy fails.
            assertThatThrownBy(() -> state.persist(Map.of("nightly", new Vote(2, "b"))))
                    .hasMessage("no space");
            assertThat(state.generation()).as("confirmed writes").isEqualTo(1);
            disk.writesLeft = Integer.MAX_VALUE;
            assertThat(storedGeneration()).as("the failed write is on disk").isEqualTo(2);
            state.persist(Map.of("hourly", new Vote(1, "c")));
            assertThat(state.generation()).isEqualTo(3);
        }
        StateFolder.Opened again = open(disk);
        again.folder().close();
        assertThat(again.start().abstainUntil()).isZero(); // The promises belong to the newest write.
    }

    /** A restart directly after the failed write: the promises do not know of that vote. */
    @Test // QUORUM-7
    void voteOfFailedWriteIsKeptAndTheMemberAbstains() throws IOException {
        FullDisk disk = new FullDisk(DiskDirectory.open(folder));
        try (StateFolder state = open(disk).folder()) {
            state.persist(Map.of("nightly", new Vote(1, "b")));
            disk.writesLeft = 1;
            assertThatThrownBy(() -> state.persist(Map.of("nightly", new Vote(2, "b"))))
                    .hasMessage("no space");
        }
        disk.writesLeft = Integer.MAX_VALUE;
        StateFolder.Opened again = open(disk);
        again.folder().close();
        assertThat(again.saved().votes()).containsEntry("nightly", new Vote(2, "b"));
        assertThat(again.start().abstainUntil()).isEqualTo(TIMING.longestLease().toNanos());
    }

    private static StateFolder.Opened open(StateDirectory directory) throws IOException {
        return StateFolder.open(directory, "a", FOUNDING, TIMING, BOOT, 0, new Random(7));
    }

    private long storedGeneration() throws IOException {
        byte[] votes = DiskDirectory.open(folder).read("votes");
        return SlotRecords.vote(SlotPair.newest(votes, 0, SlotRecords.SLOT)
                        .orElseThrow()
                        .payload())
                .generation();
    }

    /** A directory whose file of votes takes only so many writes. */
    private static final class FullDisk implements StateDirectory {
        private final StateDirectory real;
        private int writesLeft = Integer.MAX_VALUE;

        private FullDisk(StateDirectory real) {
            this.real = real;
        }

        @Override
        public StateFile open(String file) throws IOException {
            StateFile opened = real.open(file);
            return file.equals("votes") ? new Limited(opened) : opened;
        }

        @Override
        public boolean exists(String file) {
            return real.exists(file);
        }

        @Override
        public byte[] read(String file) throws IOException {
            return real.read(file);
        }

        @Override
        public void delete(String file) throws IOException {
            real.delete(file);
        }

        @Override
        public void rename(String file, String to) throws IOException {
            real.rename(file, to);
        }

        @Override
        public Closeable lock() throws IOException {
            return real.lock();
        }

        @Override
        public String place() throws IOException {
            return real.place();
        }

        private final class Limited implements StateFile {
            private final StateFile file;

            private Limited(StateFile file) {
                this.file = file;
            }

            @Override
            public long size() throws IOException {
                return file.size();
            }

            @Override
            public void write(long from, byte[] bytes) throws IOException {
                if (writesLeft == 0) {
                    throw new IOException("no space");
                }
                writesLeft--;
                file.write(from, bytes);
            }

            @Override
            public void force() throws IOException {
                file.force();
            }

            @Override
            public Memory map(int size) throws IOException {
                return file.map(size);
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        }
    }
}
