package dev.baton.file.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Tenure;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.JournalEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenureJournalTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.006Z");

    @TempDir
    Path directory;

    private TenureJournal journal;

    @BeforeEach
    void place() {
        journal = new TenureJournal(directory.resolve("history").resolve("nightly"));
    }

    private static JournalEntry began(long epoch) {
        return new JournalEntry.Began(epoch, new ClaimOwner("i" + epoch, 1, 2, "boot", 3, "1-2-abc"), AT, "");
    }

    private static JournalEntry ended(long epoch) {
        return new JournalEntry.Ended(epoch, AT.plusSeconds(1), "resigned");
    }

    private void append(List<JournalEntry> entries) throws IOException {
        try (JournalWriter writer = JournalWriter.open(journal)) {
            writer.append(entries);
        }
    }

    private long highestEpoch() throws IOException {
        try (JournalWriter writer = JournalWriter.open(journal)) {
            return writer.highestEpoch();
        }
    }

    @Test // FENCE-1
    void findsTheHighestEpochBehindGarbage() throws IOException {
        assertThat(highestEpoch()).isZero();
        append(List.of(began(1), ended(1)));
        assertThat(highestEpoch()).isEqualTo(1);
        append(List.of(began(2)));
        Files.writeString(journal.path(), "garbage\n{\"epoch\":77}\n{\"epoch\":", StandardOpenOption.APPEND);
        assertThat(highestEpoch()).isEqualTo(2);
        Files.writeString(journal.path(), "x".repeat(5000), StandardOpenOption.APPEND);
        assertThat(highestEpoch()).as("more garbage than one read of the end").isEqualTo(2);
        append(List.of(ended(2)));
        assertThat(highestEpoch()).isEqualTo(2);
        append(List.of(began(3)));
        assertThat(highestEpoch()).isEqualTo(3);
    }

    @Test // API-9
    void combinesLinesToTenures() throws IOException {
        append(List.of(began(1)));
        append(List.of(ended(1), began(2)));
        assertThat(journal.tenures())
                .containsExactly(
                        new Tenure(1, "i1", AT, Optional.of(AT.plusSeconds(1)), Optional.of("resigned")),
                        new Tenure(2, "i2", AT, Optional.empty(), Optional.empty()));
    }

    @Test // API-9
    void ignoresMalformedLines() throws IOException {
        append(List.of(began(1)));
        Files.writeString(journal.path(), "garbage\n{\"epoch\":\n", StandardOpenOption.APPEND);
        append(List.of(ended(1)));
        assertThat(journal.tenures()).hasSize(1);
        assertThat(journal.tenures().get(0).reason()).contains("resigned");
    }

    @Test // API-9, API-7
    void losesOnlyTheIncompleteLine() throws IOException {
        TenureJournal.Cursor cursor = new TenureJournal.Cursor(journal.path());
        append(List.of(began(1)));
        Files.writeString(journal.path(), ended(1).line().substring(0, 20), StandardOpenOption.APPEND);
        append(List.of(began(2)));
        append(List.of(ended(2)));
        assertThat(journal.all()).containsExactly(began(1), began(2), ended(2));
        assertThat(cursor.next()).containsExactly(began(1), began(2), ended(2));
        assertThat(Files.readAllLines(journal.path())).hasSize(4);
    }

    @Test // API-9
    void removesOldestTenuresFromLongJournal() throws IOException {
        long epoch = 0;
        long before = 0;
        long size = 0;
        while (size >= before) {
            epoch++;
            append(List.of(began(epoch), ended(epoch)));
            before = size;
            size = Files.size(journal.path());
        }
        List<Tenure> tenures = journal.tenures();
        assertThat(tenures).hasSize(TenureJournal.KEPT_TENURES);
        assertThat(tenures.get(tenures.size() - 1).epoch()).isEqualTo(epoch);
        assertThat(Files.size(journal.path())).isLessThan(TenureJournal.MAX_BYTES);
    }

    @Test // API-7
    void cursorReadsEveryEntryAcrossCompaction() throws IOException {
        TenureJournal.Cursor cursor = new TenureJournal.Cursor(journal.path());
        List<Long> seen = new ArrayList<>();
        for (long epoch = 1; epoch <= 3_000; epoch++) {
            append(List.of(began(epoch), ended(epoch)));
            if (epoch % 7 == 0) {
                long before = seen.isEmpty() ? 0 : seen.get(seen.size() - 1);
                cursor.next().stream()
                        .filter(JournalEntry.Began.class::isInstance)
                        .map(JournalEntry::epoch)
                        .filter(read -> read > before)
                        .forEach(seen::add);
            }
        }
        assertThat(seen).hasSize(2_996).isSorted().doesNotHaveDuplicates();
    }

    @Test // API-7
    void cursorWaitsForCompleteLine() throws IOException {
        TenureJournal.Cursor cursor = new TenureJournal.Cursor(journal.path());
        String line = began(1).line();
        append(List.of());
        Files.writeString(journal.path(), line.substring(0, 20), StandardOpenOption.APPEND);
        assertThat(cursor.next()).isEmpty();
        Files.writeString(journal.path(), line.substring(20), StandardOpenOption.APPEND);
        assertThat(cursor.next()).containsExactly(began(1));
        assertThat(cursor.next()).isEmpty();
    }

    @Test // API-7
    void cursorSkipsToEnd() throws IOException {
        append(List.of(began(1)));
        TenureJournal.Cursor cursor = new TenureJournal.Cursor(journal.path());
        cursor.skipToEnd();
        append(List.of(began(2)));
        assertThat(cursor.next()).containsExactly(began(2));
    }
}
