package dev.baton.quorum.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.Vote;
import dev.baton.quorum.step.Voter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a state folder that version 0.1 wrote. */
class StateFolderGoldenTest {
    private static final String GOLDEN = "/golden-0.1/state/";
    private static final Membership FOUNDING = Membership.founding(List.of("alpha", "beta", "gamma"));
    private static final BootInfo SAME_BOOT = new BootInfo("6f1d2c3b-0001-4000-8000-00000000b007");
    private static final long NOW = 7_000_000_000L;

    @TempDir
    Path folder;

    @Test // QUORUM-7
    void readsIdentityMembersVotesAndPromisesOfVersion01() throws IOException {
        for (String file : List.of("group", "votes", "promises")) {
            Files.write(folder.resolve(file), golden(file));
        }
        StateFolder.Opened opened = StateFolder.open(folder, "alpha", FOUNDING, QuorumTiming.seed(), SAME_BOOT, NOW);
        opened.folder().close();

        assertThat(opened.start().self()).isEqualTo("alpha");
        assertThat(opened.start().incarnation()).isGreaterThan(2); // The folder was opened twice before.
        // Version 0.1 did not record the folder, so that the place of its promises is not proven.
        long longest = QuorumTiming.seed().longestLease().toNanos();
        assertThat(opened.start().abstainUntil()).isEqualTo(NOW + longest);
        List<Voter> members =
                List.of(new Voter("alpha", 0), new Voter("beta", 0), new Voter("delta", -4242), new Voter("gamma", 0));
        assertThat(opened.saved().group())
                .isEqualTo(new GroupRecord(
                        new Membership(2, 1, 4, members),
                        -1147395786764330621L,
                        true,
                        Map.of("beta", 1201L, "gamma", -77L)));
        assertThat(opened.saved().votes())
                .isEqualTo(Map.of(
                        "nightly", new Vote(4, "gamma"),
                        ".members", new Vote(2, "alpha"),
                        "orders-0", new Vote(18, "beta")));
        assertThat(opened.saved().promises())
                .isEqualTo(Map.of(
                        "nightly", new LeasePromise("gamma", 4, 3, 16_500_000_000L),
                        "orders-0", new LeasePromise("beta", 18, 7, 16_000_000_000L)));
    }

    @Test // QUORUM-7
    void refusesStateOfVersion01WithOneDamagedVote() throws IOException {
        for (String file : List.of("group", "votes", "promises")) {
            Files.write(folder.resolve(file), golden(file));
        }
        byte[] votes = golden("votes");
        int pair = 0;
        while (votes[2 * SlotRecords.SLOT * pair + SlotRecords.SLOT] == 0) {
            pair++; // Find a vote that was written twice.
        }
        votes[2 * SlotRecords.SLOT * pair + SlotPair.HEAD + 3] ^= 1;
        Files.write(folder.resolve("votes"), votes);
        assertThatThrownBy(() -> StateFolder.open(folder, "alpha", FOUNDING, QuorumTiming.seed(), SAME_BOOT, NOW))
                .isInstanceOf(StateFolderException.class)
                .hasMessageContaining("may be the newest");
    }

    @Test // QUORUM-7
    void encodesRecordsLikeVersion01() throws IOException {
        assertSameEncoding("group", SlotRecords.GROUP_SLOT, payload -> SlotRecords.encode(SlotRecords.member(payload)));
        assertSameEncoding("votes", SlotRecords.SLOT, payload -> SlotRecords.encode(SlotRecords.vote(payload)));
        assertSameEncoding("promises", SlotRecords.SLOT, payload -> SlotRecords.encode(SlotRecords.promise(payload)));
    }

    private static void assertSameEncoding(String file, int slotSize, UnaryOperator<byte[]> reencode)
            throws IOException {
        byte[] bytes = golden(file);
        int records = 0;
        for (int from = 0; from < bytes.length && !SlotPair.isBlank(bytes, from, slotSize); from += 2 * slotSize) {
            SlotPair.Slot slot = SlotPair.newest(bytes, from, slotSize).orElseThrow();
            byte[] encoded = SlotPair.encode(slot.seq(), reencode.apply(slot.payload()), slotSize);
            assertThat(bytes).containsSequence(encoded);
            records++;
        }
        assertThat(records).as("records in %s", file).isPositive();
    }

    private static byte[] golden(String file) throws IOException {
        try (InputStream in = StateFolderGoldenTest.class.getResourceAsStream(GOLDEN + file)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }
}
