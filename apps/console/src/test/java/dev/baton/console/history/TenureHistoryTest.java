package dev.baton.console.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Tenure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history file keeps every tenure once, for the retention period. */
class TenureHistoryTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir
    Path directory;

    @Test // API-9
    void keepsTenuresAcrossARestart() {
        try (TenureHistory history = open()) {
            assertThat(history.record("file:/a", "nightly", List.of(ended(1, 100, 50), lasting(2, 50)), NOW))
                    .isTrue();
        }
        try (TenureHistory history = open()) {
            assertThat(history.tenures("file:/a", "nightly"))
                    .extracting(tenure -> tenure.recorded().epoch())
                    .containsExactly(1L, 2L);
            assertThat(history.tenures("file:/a", "nightly").get(0).recorded().reason())
                    .contains("transferred");
            assertThat(history.tenures("file:/b", "nightly")).isEmpty();
            assertThat(history.tenures("file:/a", "daily")).isEmpty();
        }
    }

    @Test // API-9
    void recordsATenureOnceAndKeepsItsFirstEnd() {
        try (TenureHistory history = open()) {
            history.record("s", "e", List.of(lasting(1, 100)), NOW);
            assertThat(history.record("s", "e", List.of(lasting(1, 100)), NOW)).isFalse();
            assertThat(history.record("s", "e", List.of(ended(1, 100, 50)), NOW))
                    .isTrue();
            assertThat(history.record("s", "e", List.of(ended(1, 100, 10)), NOW))
                    .isFalse();
            assertThat(history.tenures("s", "e")).hasSize(1);
            assertThat(history.tenures("s", "e").get(0).recorded().to()).contains(NOW.minusSeconds(50));
        }
    }

    @Test // API-9
    void recordedEndReplacesObservedEnd() {
        try (TenureHistory history = open()) {
            history.record("s", "e", List.of(lasting(1, 100)), NOW);
            assertThat(history.recordCurrent("s", "e", 1, NOW)).isFalse();
            assertThat(history.recordCurrent("s", "e", 0, NOW)).isTrue();
            assertThat(history.tenures("s", "e").get(0).recorded().to()).isEmpty();
            assertThat(history.tenures("s", "e").get(0).observedEnd()).contains(NOW);
            assertThat(history.recordCurrent("s", "e", 1, NOW)).isTrue();
            assertThat(history.tenures("s", "e").get(0).observedEnd()).isEmpty();
            history.recordCurrent("s", "e", 0, NOW);
            history.record("s", "e", List.of(ended(1, 100, 20)), NOW);
            assertThat(history.tenures("s", "e").get(0).recorded().to()).contains(NOW.minusSeconds(20));
        }
    }

    @Test // API-9
    void dropsTenuresThatEndedBeforeTheRetentionPeriodButNotCurrentOnes() {
        try (TenureHistory history = open()) {
            long day = 86_400;
            history.record(
                    "s",
                    "e",
                    List.of(ended(1, 32 * day, 31 * day), ended(2, 32 * day, 29 * day), lasting(3, 40 * day)),
                    NOW);
            assertThat(history.tenures("s", "e"))
                    .extracting(tenure -> tenure.recorded().epoch())
                    .containsExactly(3L, 2L);
            assertThat(history.prune(NOW.plusSeconds(2 * day))).isEqualTo(1);
            assertThat(history.tenures("s", "e"))
                    .extracting(tenure -> tenure.recorded().epoch())
                    .containsExactly(3L);
        }
    }

    @Test // API-9
    void limitsTheNumberOfTenuresKeptAndRead() {
        try (TenureHistory history = open()) {
            List<Tenure> many = new ArrayList<>();
            int count = TenureHistory.MAX_KEPT + 100;
            for (int epoch = 1; epoch <= count; epoch++) {
                many.add(ended(epoch, count - epoch + 1, count - epoch));
            }
            history.record("s", "flapping", many, NOW);
            history.record("s", "stable", List.of(ended(1, 100, 90)), NOW);
            List<ConsoleTenure> read = history.tenures("s", "flapping");
            assertThat(read).hasSize(TenureHistory.MAX_READ);
            assertThat(read.get(read.size() - 1).recorded().epoch()).isEqualTo(count);
            assertThat(read.get(0).recorded().epoch()).isEqualTo(count - TenureHistory.MAX_READ + 1);
            assertThat(history.prune(NOW)).isEqualTo(100);
            assertThat(history.prune(NOW)).isZero();
            assertThat(history.tenures("s", "flapping")).isEqualTo(read);
            assertThat(history.tenures("s", "stable")).hasSize(1);
        }
    }

    @Test // API-9
    void keepsTenuresWithTheSameEpochAfterAStoreWasLost() {
        try (TenureHistory history = open()) {
            history.record("s", "e", List.of(ended(1, 100, 90)), NOW);
            history.record("s", "e", List.of(lasting(1, 10)), NOW);
            assertThat(history.tenures("s", "e")).hasSize(2);
        }
    }

    @Test // API-9
    void onlyTheOwnerCanReadTheFile() throws Exception {
        try (TenureHistory history = open()) {
            assertThat(history.tenures("s", "e")).isEmpty();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                    .isEqualTo("rw-------");
        }
    }

    @Test // API-9
    void refusesAFileThatIsNotADatabaseAndLeavesItUnchanged() throws Exception {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "notes, not a database\n".repeat(50));
        assertThatThrownBy(this::open).isInstanceOf(HistoryException.class).hasMessageContaining("--history");
        assertThat(Files.readString(file())).startsWith("notes");
    }

    private TenureHistory open() {
        return TenureHistory.open(file(), Duration.ofDays(30));
    }

    private Path file() {
        return directory.resolve("deep").resolve("history.db");
    }

    private static Tenure ended(long epoch, long fromAgo, long toAgo) {
        return new Tenure(
                epoch,
                "a",
                NOW.minusSeconds(fromAgo),
                Optional.of(NOW.minusSeconds(toAgo)),
                Optional.of("transferred"));
    }

    private static Tenure lasting(long epoch, long fromAgo) {
        return new Tenure(epoch, "a", NOW.minusSeconds(fromAgo), Optional.empty(), Optional.empty());
    }
}
