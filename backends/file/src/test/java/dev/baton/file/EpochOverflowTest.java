package dev.baton.file;

import static dev.baton.file.FileStoreFixture.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** FENCE-1: an epoch that cannot grow is refused, wherever it was written, and nothing changes. */
class EpochOverflowTest {
    private static final ClaimOwner SOMEBODY = new ClaimOwner("x", 0, 0, "", 0, "");

    private FileStoreFixture store;

    @BeforeEach
    void leadOnce() throws IOException {
        store = new FileStoreFixture();
        TestContender contender = store.contender("a");
        contender.release(contender.win());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void assertRefusedWithoutChange(Path changed, String message) throws IOException {
        byte[] before = Files.readAllBytes(changed);
        assertThat(store.contender("b").expectFailure())
                .hasMessageContaining(message)
                .hasMessageContaining("nothing was changed")
                .hasMessageContaining("docs/reference/file-lock.md");
        assertThat(Files.readAllBytes(changed)).isEqualTo(before);
    }

    @Test // FENCE-1
    void refusesTheHighestEpochInAnEpochFile() throws IOException {
        for (long epoch : new long[] {LockRecord.HIGHEST_EPOCH, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            EpochState state = EpochState.of(epoch, 1, SOMEBODY).ended(Optional.empty());
            Files.write(store.layout.epoch(ELECTION), EpochSlots.encode(state));
            assertRefusedWithoutChange(store.layout.epoch(ELECTION), "no epoch is left above " + epoch);
        }
    }

    @Test // FENCE-1
    void refusesTheHighestEpochInARecord() throws IOException {
        store.write("{\"instance_id\":\"x\",\"pid\":0,\"claimed_at\":\"2020-01-01T00:00:00Z\",\"epoch\":"
                + LockRecord.HIGHEST_EPOCH + "}");
        assertRefusedWithoutChange(store.lock(), "no epoch is left above " + LockRecord.HIGHEST_EPOCH);
    }

    @Test // FENCE-1
    void refusesAHugeEpochInTheHistory() throws IOException {
        Files.writeString(
                store.layout.history(ELECTION),
                new JournalEntry.Began(Long.MAX_VALUE, SOMEBODY, Instant.EPOCH, "").line());
        assertRefusedWithoutChange(store.layout.history(ELECTION), "no epoch is left above " + Long.MAX_VALUE);
    }

    @Test // FENCE-1
    void refusesASequenceNumberThatCannotGrow() throws IOException {
        EpochState state = new EpochState(
                3, Long.MAX_VALUE, SOMEBODY, true, Optional.empty(), Optional.empty(), java.util.Map.of());
        Files.write(store.layout.epoch(ELECTION), EpochSlots.encode(state));
        assertRefusedWithoutChange(store.layout.epoch(ELECTION), "cannot follow the last one");
    }

    @Test // FENCE-1
    void recordWithAnImpossibleEpochClaimsNothing() throws IOException {
        store.write("{\"instance_id\":\"x\",\"pid\":0,\"claimed_at\":\"2999-01-01T00:00:00Z\",\"epoch\":"
                + Long.MAX_VALUE + "}");
        assertThat(store.contender("b").win().epoch()).isEqualTo(2);
    }
}
