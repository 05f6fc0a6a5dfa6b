package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RosterFileCacheTest {
    private static final String ELECTION = "nightly";

    @TempDir
    Path directory;

    private final ManualClock clock = new ManualClock();
    private final RosterFileCache cache = new RosterFileCache(clock);

    @Test // FILE-11
    void doesNotReadUnchangedFileAgain() throws IOException {
        Path file = write("one", Duration.ofSeconds(1));
        assertThat(instanceIdIn(file)).isEqualTo("one");

        write("two", Duration.ofSeconds(1));
        assertThat(instanceIdIn(file))
                .as("the same size, time and file: taken for the same")
                .isEqualTo("one");
    }

    @Test // FILE-11
    void readsFileWithNewTimeAgain() throws IOException {
        Path file = write("one", Duration.ofSeconds(2));
        assertThat(instanceIdIn(file)).isEqualTo("one");

        write("two", Duration.ofSeconds(1));
        assertThat(instanceIdIn(file)).isEqualTo("two");
    }

    @Test // FILE-11
    void readsRecentlyWrittenFileAgain() throws IOException {
        Path file = write("one", Duration.ofMillis(20));
        assertThat(instanceIdIn(file)).isEqualTo("one");

        write("two", Duration.ofMillis(20));
        assertThat(instanceIdIn(file)).isEqualTo("two");
    }

    @Test // FILE-11
    void readsFileWithFutureTimeAgain() throws IOException {
        Path file = write("one", Duration.ofMinutes(-1));
        assertThat(instanceIdIn(file)).isEqualTo("one");

        write("two", Duration.ofMinutes(-1));
        assertThat(instanceIdIn(file)).isEqualTo("two");
    }

    @Test // FILE-11
    void doesNotCacheTooManyLines() throws IOException {
        Path file = directory.resolve("p.jsonl");
        Files.write(file, Collections.nCopies(50_001, statusLine("one")));
        age(file, Duration.ofSeconds(1));
        assertThat(cache.read(List.of(file)).get(0).of(ELECTION)).hasSize(50_001);

        Files.write(file, Collections.nCopies(50_001, statusLine("two")));
        age(file, Duration.ofSeconds(1));
        assertThat(instanceIdIn(file)).isEqualTo("two");
    }

    @Test // FILE-11
    void returnsSameStatusesForOneAndForSeveralElections() throws IOException {
        Path file = directory.resolve("p.jsonl");
        Files.write(file, List.of("{", statusLine("one"), "", statusLine("two").replace(ELECTION, "hourly")));
        age(file, Duration.ofSeconds(1));

        ProcessRosterFile content = cache.read(List.of(file)).get(0);
        List<InstanceStatus> before = content.of(ELECTION);
        assertThat(content.of(Set.of(ELECTION, "hourly", "weekly")))
                .extracting(InstanceStatus::instanceId)
                .containsExactlyInAnyOrder("one", "two");
        assertThat(content.of(ELECTION)).isEqualTo(before).hasSize(1);
        assertThat(content.of("weekly")).isEmpty();
    }

    @Test // FILE-11
    void returnsNoStatusesForDeletedFile() throws IOException {
        Path file = write("one", Duration.ofSeconds(1));
        assertThat(instanceIdIn(file)).isEqualTo("one");

        Files.delete(file);
        assertThat(cache.read(List.of(file)).get(0).of(ELECTION)).isEmpty();
    }

    private String instanceIdIn(Path file) {
        return cache.read(List.of(file)).get(0).of(ELECTION).get(0).instanceId();
    }

    private Path write(String instanceId, Duration ago) throws IOException {
        Path file = directory.resolve("p.jsonl");
        Files.writeString(file, statusLine(instanceId) + "\n");
        age(file, ago);
        return file;
    }

    private void age(Path file, Duration ago) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(clock.wallMillis() - ago.toMillis()));
    }

    private String statusLine(String instanceId) {
        Instant time = Instant.ofEpochMilli(clock.wallMillis());
        return StatusJson.write(
                new InstanceStatus(ELECTION, instanceId, true, CandidateState.LEADER, 1, 0, true, time));
    }
}
