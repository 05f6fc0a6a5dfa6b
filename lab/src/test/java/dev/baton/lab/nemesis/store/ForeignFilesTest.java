package dev.baton.lab.nemesis.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files beside the store that no process may change. */
class ForeignFilesTest {
    @TempDir
    Path folder;

    @Test
    void deletedAndOverwrittenFilesAreReportedOnce() throws Exception {
        ForeignFiles files = ForeignFiles.create(new TrialPlan(folder, Optional.empty(), WorkKind.ELECTIONS, ""));
        assertThat(files.damaged()).isEmpty();

        Files.delete(files.folder().resolve("important.json"));
        Files.writeString(files.folder().resolve("important.lock"), "");

        assertThat(files.damaged())
                .hasSize(2)
                .anyMatch(what -> what.endsWith("important.json was deleted"))
                .anyMatch(what -> what.endsWith("important.lock was overwritten"));
        assertThat(files.damaged()).isEmpty();
    }
}
