package dev.baton.file.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written counts only in the files that other processes find under the same paths. */
class CriticalSectionTest {
    private static final String ELECTION = "section";
    private static final byte[] LINE = "{}\n".getBytes(StandardCharsets.UTF_8);
    private static final EpochState STATE = EpochState.of(1, 1, new ClaimOwner("a", 1, 1, "", 1, ""));

    @TempDir
    Path directory;

    private CriticalSection written() throws IOException {
        DirectoryLayout layout = layout();
        Files.createDirectories(layout.locks());
        Files.createDirectories(layout.epochs());
        CriticalSection section = new CriticalSection(layout, ELECTION, Duration.ofSeconds(5), DiskSync.KERNEL);
        section.writeEpoch(STATE);
        section.writeRecord(LINE);
        assertThat(section.verify(LINE)).isTrue();
        return section;
    }

    private DirectoryLayout layout() {
        return new DirectoryLayout(directory);
    }

    @Test // FILE-6
    void claimInADeletedLockFileIsNotVerified() throws IOException {
        try (CriticalSection section = written()) {
            Files.delete(layout().lock(ELECTION));
            assertThat(section.verify(LINE)).isFalse();
        }
    }

    @Test // FILE-6
    void claimInADeletedEpochFileIsNotVerified() throws IOException {
        try (CriticalSection section = written()) {
            Files.delete(layout().epoch(ELECTION));
            assertThat(section.verify(LINE)).isFalse();
        }
    }

    @Test // FILE-6
    void claimWhoseEpochAnotherProgramOverwroteIsNotVerified() throws IOException {
        try (CriticalSection section = written()) {
            Files.write(layout().epoch(ELECTION), EpochSlots.encode(EpochState.of(9, 1, STATE.holder())));
            assertThat(section.verify(LINE)).isFalse();
        }
    }

    @Test // FILE-6, FENCE-1
    void slotsAreWrittenInTurnAndTheLastOneIsTheNewest() throws IOException {
        EpochState last = STATE;
        try (CriticalSection section = written()) {
            for (int i = 0; i < 5; i++) {
                byte[] before = Files.readAllBytes(layout().epoch(ELECTION));
                EpochState next = last.next(last.epoch() + 1, STATE.holder());
                section.writeEpoch(next);
                assertThat(section.epochState()).contains(next);
                byte[] after = Files.readAllBytes(layout().epoch(ELECTION));
                assertThat(EpochSlots.newest(after, directory)).contains(next);
                assertThat(new String(after, StandardCharsets.UTF_8))
                        .as("the newest slot before is intact")
                        .contains(new String(EpochSlots.encode(last), StandardCharsets.UTF_8));
                assertThat(after).hasSizeGreaterThanOrEqualTo(before.length);
                last = next;
            }
        }
    }
}
