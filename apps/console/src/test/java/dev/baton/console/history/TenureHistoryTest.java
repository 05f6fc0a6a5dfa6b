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

/** Reigns are kept, once each, for as long as was said. */
class TenureHistoryTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir
    Path folder;

    @Test // API-9
    void reignsAreKeptAcrossARestartOfTheConsole() {
        try (TenureHistory book = open()) {
            assertThat(book.tell("file:/a", "nightly", List.of(over(1, 100, 50), lasting(2, 50)), NOW))
                    .isTrue();
        }
        try (TenureHistory book = open()) {
            assertThat(book.reigns("file:/a", "nightly"))
                    .extracting(ConsoleTenure::epoch)
                    .containsExactly(1L, 2L);
            assertThat(book.reigns("file:/a", "nightly").get(0).reason()).contains("transferred");
            assertThat(book.reigns("file:/b", "nightly")).isEmpty();
            assertThat(book.reigns("file:/a", "daily")).isEmpty();
        }
    }

    @Test // API-9
    void whatIsToldTwiceIsNoNewsAndTheFirstEndCounts() {
        try (TenureHistory book = open()) {
            book.tell("s", "e", List.of(lasting(1, 100)), NOW);
            assertThat(book.tell("s", "e", List.of(lasting(1, 100)), NOW)).isFalse();
            assertThat(book.tell("s", "e", List.of(over(1, 100, 50)), NOW)).isTrue();
            assertThat(book.tell("s", "e", List.of(over(1, 100, 10)), NOW)).isFalse();
            assertThat(book.reigns("s", "e")).hasSize(1);
            assertThat(book.reigns("s", "e").get(0).to()).contains(NOW.minusSeconds(50));
        }
    }

    @Test // API-9
    void anEndThatOnlyTheConsoleSawIsReplacedByTheStoresWord() {
        try (TenureHistory book = open()) {
            book.tell("s", "e", List.of(lasting(1, 100)), NOW);
            assertThat(book.seeOnly("s", "e", 1, NOW)).isFalse();
            assertThat(book.seeOnly("s", "e", 0, NOW)).isTrue();
            assertThat(book.reigns("s", "e").get(0).to()).isEmpty();
            assertThat(book.reigns("s", "e").get(0).end()).contains(NOW);
            assertThat(book.seeOnly("s", "e", 1, NOW)).isTrue();
            assertThat(book.reigns("s", "e").get(0).end()).isEmpty();
            book.seeOnly("s", "e", 0, NOW);
            book.tell("s", "e", List.of(over(1, 100, 20)), NOW);
            assertThat(book.reigns("s", "e").get(0).end()).contains(NOW.minusSeconds(20));
        }
    }

    @Test // API-9
    void reignsThatEndedLongerAgoThanIsKeptAreDroppedAndOneThatLastsIsNot() {
        try (TenureHistory book = open()) {
            long day = 86_400;
            book.tell(
                    "s",
                    "e",
                    List.of(over(1, 32 * day, 31 * day), over(2, 32 * day, 29 * day), lasting(3, 40 * day)),
                    NOW);
            assertThat(book.reigns("s", "e")).extracting(ConsoleTenure::epoch).containsExactly(3L, 2L);
            assertThat(book.prune(NOW.plusSeconds(2 * day))).isEqualTo(1);
            assertThat(book.reigns("s", "e")).extracting(ConsoleTenure::epoch).containsExactly(3L);
        }
    }

    @Test // API-9
    void anElectionThatChangesAllTheTimeFillsNeitherDiskNorMemory() {
        try (TenureHistory book = open()) {
            List<Tenure> many = new ArrayList<>();
            int told = TenureHistory.MOST_KEPT + 100;
            for (int epoch = 1; epoch <= told; epoch++) {
                many.add(over(epoch, told - epoch + 1, told - epoch));
            }
            book.tell("s", "flapping", many, NOW);
            book.tell("s", "calm", List.of(over(1, 100, 90)), NOW);
            List<ConsoleTenure> read = book.reigns("s", "flapping");
            assertThat(read).hasSize(TenureHistory.MOST_READ);
            assertThat(read.get(read.size() - 1).epoch()).isEqualTo(told);
            assertThat(read.get(0).epoch()).isEqualTo(told - TenureHistory.MOST_READ + 1);
            assertThat(book.prune(NOW)).isEqualTo(100);
            assertThat(book.prune(NOW)).isZero();
            assertThat(book.reigns("s", "flapping")).isEqualTo(read);
            assertThat(book.reigns("s", "calm")).hasSize(1);
        }
    }

    @Test // API-9
    void anotherReignOfTheSameEpochAfterAStoreWasLostIsNotTheSameReign() {
        try (TenureHistory book = open()) {
            book.tell("s", "e", List.of(over(1, 100, 90)), NOW);
            book.tell("s", "e", List.of(lasting(1, 10)), NOW);
            assertThat(book.reigns("s", "e")).hasSize(2);
        }
    }

    @Test // API-9
    void onlyTheOwnerCanReadTheFile() throws Exception {
        try (TenureHistory book = open()) {
            assertThat(book.reigns("s", "e")).isEmpty();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                    .isEqualTo("rw-------");
        }
    }

    @Test // API-9
    void aFileThatIsNoDatabaseIsRefusedAndLeftAsItWas() throws Exception {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "my diary, not a database\n".repeat(50));
        assertThatThrownBy(this::open).isInstanceOf(HistoryException.class).hasMessageContaining("--history");
        assertThat(Files.readString(file())).startsWith("my diary");
    }

    private TenureHistory open() {
        return TenureHistory.open(file(), Duration.ofDays(30));
    }

    private Path file() {
        return folder.resolve("deep").resolve("history.db");
    }

    private static Tenure over(long epoch, long fromAgo, long toAgo) {
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
