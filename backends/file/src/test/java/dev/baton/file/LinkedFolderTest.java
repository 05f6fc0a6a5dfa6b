package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FILE-6: a store that is used through a symbolic link is the folder that the link leads to, at every moment. */
class LinkedFolderTest {
    @TempDir
    Path folder;

    private final List<FileBackend> backends = new ArrayList<>();
    private Path link;
    private Path first;
    private Path second;

    @BeforeEach
    void link() throws IOException {
        Path real = folder.toRealPath();
        link = real.resolve("current");
        first = real.resolve("first");
        second = real.resolve("second");
        lead(first);
    }

    @AfterEach
    void close() {
        backends.forEach(FileBackend::close);
    }

    /** Replaces the link as {@code ln -sfn} does. */
    private void lead(Path target) throws IOException {
        Path created = Files.createSymbolicLink(folder.resolve("next"), target);
        Files.move(created, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private TestContender contender(String instanceId) {
        FileBackend backend = FileBackend.open(new FileUrl(link, false), BatonClock.system());
        backends.add(backend);
        RecordedSignals signals = new RecordedSignals();
        return new TestContender(
                backend,
                (FileContender)
                        backend.contend(new ContenderSettings(FileStoreFixture.ELECTION, instanceId, 0, "", signals)),
                signals);
    }

    @Test // FILE-6
    void leaderEndsAtOnceWhenTheLinkLeadsElsewhere() throws IOException {
        TestContender leader = contender("leader");
        Claim claim = leader.win();
        lead(second);
        Awaitility.await().until(() -> leader.signals().lostEpochs.contains(claim.epoch()));
        assertThat(leader.expectFailure()).hasMessageContainingAll("symbolic link was changed", link.toString());
        contender("next").win();
        assertThat(new DirectoryLayout(second).lock(FileStoreFixture.ELECTION)).isNotEmptyFile();
    }

    @Test // FILE-6
    void candidateGoesOnWhenTheLinkIsRestored() throws IOException {
        TestContender candidate = contender("candidate");
        lead(second);
        candidate.expectFailure();
        lead(first);
        candidate.win();
    }

    @Test // FENCE-1
    void leaderRestoresTheFolderThatTheLinkStillLeadsTo() {
        TestContender leader = contender("leader");
        leader.win();
        TempDirectories.delete(first);
        Awaitility.await().until(() -> Files.exists(new DirectoryLayout(first).lock(FileStoreFixture.ELECTION)));
        assertThat(leader.signals().lostEpochs).isEmpty();
        assertThat(contender("next").expectHeld().epoch()).isEqualTo(1);
    }
}
