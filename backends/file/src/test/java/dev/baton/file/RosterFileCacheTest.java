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

/** Which files are read again, and which are remembered. */
class RosterFileCacheTest {
    private static final String ELECTION = "nightly";

    @TempDir
    Path directory;

    private final SetClock clock = new SetClock();
    private final RosterFileCache sheets = new RosterFileCache(clock);

    @Test // FILE-11
    void whatHasNotChangedSinceIsNotReadAgain() throws IOException {
        Path file = write("one", Duration.ofSeconds(1));
        assertThat(said(file)).isEqualTo("one");

        write("two", Duration.ofSeconds(1));
        assertThat(said(file))
                .as("the same size, time and file: taken for the same")
                .isEqualTo("one");
    }

    @Test // FILE-11
    void whatHasAnotherTimeOnItIsReadAgain() throws IOException {
        Path file = write("one", Duration.ofSeconds(2));
        assertThat(said(file)).isEqualTo("one");

        write("two", Duration.ofSeconds(1));
        assertThat(said(file)).isEqualTo("two");
    }

    @Test // FILE-11
    void whatWasWrittenJustNowIsReadAgainThoughItLooksTheSame() throws IOException {
        Path file = write("one", Duration.ofMillis(20));
        assertThat(said(file)).isEqualTo("one");

        write("two", Duration.ofMillis(20));
        assertThat(said(file)).isEqualTo("two");
    }

    @Test // FILE-11
    void whatIsFromTheFutureByTheFileSystemsClockIsReadAgain() throws IOException {
        Path file = write("one", Duration.ofMinutes(-1));
        assertThat(said(file)).isEqualTo("one");

        write("two", Duration.ofMinutes(-1));
        assertThat(said(file)).isEqualTo("two");
    }

    @Test // FILE-11
    void moreLinesThanAreWorthRememberingAreReadEveryTime() throws IOException {
        Path file = directory.resolve("p.jsonl");
        Files.write(file, Collections.nCopies(50_001, frame("one")));
        age(file, Duration.ofSeconds(1));
        assertThat(sheets.of(List.of(file)).get(0).of(ELECTION)).hasSize(50_001);

        Files.write(file, Collections.nCopies(50_001, frame("two")));
        age(file, Duration.ofSeconds(1));
        assertThat(said(file)).isEqualTo("two");
    }

    @Test // FILE-11
    void oneElectionAndAllOfThemAreToldAlike() throws IOException {
        Path file = directory.resolve("p.jsonl");
        Files.write(file, List.of("{", frame("one"), "", frame("two").replace(ELECTION, "hourly")));
        age(file, Duration.ofSeconds(1));

        ProcessRosterFile sheet = sheets.of(List.of(file)).get(0);
        List<InstanceStatus> before = sheet.of(ELECTION);
        assertThat(sheet.of(Set.of(ELECTION, "hourly", "weekly")))
                .extracting(InstanceStatus::instanceId)
                .containsExactlyInAnyOrder("one", "two");
        assertThat(sheet.of(ELECTION)).isEqualTo(before).hasSize(1);
        assertThat(sheet.of("weekly")).isEmpty();
    }

    @Test // FILE-11
    void aFileThatIsGoneSaysNothing() throws IOException {
        Path file = write("one", Duration.ofSeconds(1));
        assertThat(said(file)).isEqualTo("one");

        Files.delete(file);
        assertThat(sheets.of(List.of(file)).get(0).of(ELECTION)).isEmpty();
    }

    private String said(Path file) {
        return sheets.of(List.of(file)).get(0).of(ELECTION).get(0).instanceId();
    }

    private Path write(String instanceId, Duration ago) throws IOException {
        Path file = directory.resolve("p.jsonl");
        Files.writeString(file, frame(instanceId) + "\n");
        age(file, ago);
        return file;
    }

    private void age(Path file, Duration ago) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(clock.wallMillis() - ago.toMillis()));
    }

    private String frame(String instanceId) {
        Instant time = Instant.ofEpochMilli(clock.wallMillis());
        return StatusJson.write(
                new InstanceStatus(ELECTION, instanceId, true, CandidateState.LEADER, 1, 0, true, time));
    }
}
