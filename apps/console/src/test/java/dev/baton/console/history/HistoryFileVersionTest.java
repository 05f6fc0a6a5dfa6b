package dev.baton.console.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Tenure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** History files of other releases. */
class HistoryFileVersionTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    private static final String STORE = "file:/var/lib/myapp/baton";

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void chooseFile() {
        file = directory.resolve("history.db");
    }

    @Test // API-9
    void readsAndContinuesAFileOfVersion01() throws Exception {
        Files.copy(Path.of("src/test/resources/golden-0.1/history.db"), file);
        try (TenureHistory history = open()) {
            List<ConsoleTenure> tenures = history.tenures(STORE, "nightly");
            assertThat(tenures)
                    .extracting(ConsoleTenure::recorded)
                    .extracting(Tenure::epoch, Tenure::instanceId, Tenure::from, Tenure::to, Tenure::reason)
                    .containsExactly(
                            tuple(1L, "web-1", ago(600), Optional.of(ago(300)), Optional.of("transferred")),
                            tuple(2L, "web-2", ago(310), Optional.of(ago(200)), Optional.of("expired")),
                            tuple(3L, "web-1", ago(190), Optional.empty(), Optional.empty()),
                            tuple(4L, "web-3", ago(60), Optional.empty(), Optional.empty()));
            assertThat(tenures)
                    .extracting(ConsoleTenure::observedEnd)
                    .containsExactly(Optional.empty(), Optional.empty(), Optional.of(NOW), Optional.empty());
            assertThat(TenureSummary.of(tenures, NOW).overlaps())
                    .extracting(overlap -> overlap.second().epoch(), TenureOverlap::length)
                    .containsExactly(tuple(2L, Duration.ofSeconds(10)));
            assertThat(history.tenures("lease:postgres://db.example/app", "billing"))
                    .hasSize(1);

            Tenure next = new Tenure(5, "web-2", NOW, Optional.empty(), Optional.empty());
            assertThat(history.record(STORE, "nightly", List.of(next), NOW)).isTrue();
            assertThat(history.recordCurrent(STORE, "nightly", 5, NOW)).isTrue();
            assertThat(history.tenures(STORE, "nightly")).hasSize(5);
        }
    }

    @Test // API-9
    void recordsTheSchemaVersionInANewFile() throws SQLException {
        open().close();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT component, version FROM baton_schema")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("console");
            assertThat(row.getInt(2)).isEqualTo(2);
        }
    }

    @Test // API-9
    void refusesAFileOfANewerRelease() throws SQLException {
        open().close();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE baton_schema SET version = 3");
        }
        assertThatThrownBy(this::open)
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("schema version 3")
                .hasMessageContaining("--history");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private TenureHistory open() {
        return TenureHistory.open(file, Duration.ofDays(30));
    }

    private static Instant ago(long seconds) {
        return NOW.minusSeconds(seconds);
    }
}
