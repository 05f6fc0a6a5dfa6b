package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lease file that another program locks is unreachable for that time. It is not refused. */
class LockedFileTest {
    @TempDir
    Path folder;

    @Test // LEASE-2
    void candidateOfAFileThatIsLockedAtTheStartLeadsWhenTheLockIsGone() throws Exception {
        Path file = folder.resolve("lease.db");
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            statement.execute("CREATE TABLE of_others (id integer)");
            statement.execute("BEGIN EXCLUSIVE");
            try (Baton baton = Baton.connect("lease:sqlite:" + file + "?ttl=1s")) {
                Candidate candidate = baton.candidate("nightly");
                CompletableFuture<String> failure = new CompletableFuture<>();
                candidate.onAcquireFailed(failed -> failure.complete(
                        failed.cause().map(Throwable::getMessage).orElse("")));
                candidate.start();
                assertThat(failure.get(30, TimeUnit.SECONDS)).contains("kept the file locked");
                statement.execute("ROLLBACK");
                assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
            }
        }
    }
}
