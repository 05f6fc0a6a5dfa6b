package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.TransferRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** FILE-2: a store uses only what belongs to its user alone, and changes nothing else. */
class FilesOfOthersTest {
    private static final int SOMEBODY = 54_321;

    private FileStoreFixture store;
    private TestContender leader;
    private Claim claim;

    @BeforeEach
    void lead() throws IOException {
        store = new FileStoreFixture();
        leader = store.contender("leader");
        claim = leader.win();
        TestContender.await(leader.backend().roster().announce(List.of()));
        Files.createDirectories(store.layout.control());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private List<Path> folders() {
        return List.of(
                store.directory,
                store.layout.locks(),
                store.layout.epochs(),
                store.layout.history(),
                store.layout.live(),
                store.layout.roster(),
                store.layout.control());
    }

    private static void assertFails(CompletionStage<?> stage, String message) {
        assertThat(stage.toCompletableFuture())
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining(message);
    }

    /** Checks that every use of the store is refused with the same command, and doctor reports it. */
    private void assertRefused(Path folder, String message) {
        String election = FileStoreFixture.ELECTION;
        FileBackend observer = store.process();
        assertFails(observer.observe(election), message);
        assertFails(observer.elections(), message);
        assertFails(observer.history(election), message);
        assertFails(observer.roster().list(election), message);
        assertFails(observer.roster().announce(List.of()), message);
        assertFails(observer.roster().send(new TransferRequest(election, "x", "r")), message);
        assertThat(store.contender("standby").expectFailure()).hasMessageContaining(message);
        boolean usedByClaims = folders().indexOf(folder) < 4;
        assertThat(leader.renew(claim))
                .isInstanceOf(usedByClaims ? RenewOutcome.Unknown.class : RenewOutcome.Renewed.class);
        assertThat(observer.selfTest())
                .filteredOn(check -> !check.ok())
                .extracting(StoreCheck::detail)
                .anyMatch(detail -> detail.contains(message));
    }

    @Test // FILE-2
    void refusesFoldersThatOthersCanWrite() throws IOException {
        for (Path folder : folders()) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwx---"));
            assertRefused(folder, "chmod go-w " + folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // FILE-2
    void refusesFoldersOfAnotherUser() throws IOException {
        assumeTrue(Long.valueOf(0).equals(((Number) Files.getAttribute(store.directory, "unix:uid")).longValue()));
        for (Path folder : folders()) {
            Files.setAttribute(folder, "unix:uid", SOMEBODY);
            assertRefused(folder, "id " + SOMEBODY);
            Files.setAttribute(folder, "unix:uid", 0);
        }
    }

    @Test // FILE-2
    void followsNoLinkInPlaceOfAFolder() throws IOException {
        for (Path folder : folders()) {
            Path away = store.directory.resolveSibling("away");
            Files.move(folder, away);
            Files.createSymbolicLink(folder, away);
            assertRefused(folder, folder + " is a symbolic link");
            Files.delete(folder);
            Files.move(away, folder);
        }
    }

    @Test // FILE-2
    void deletesNothingBehindALinkInPlaceOfTheRequests() throws IOException {
        Path elsewhere = Files.createDirectory(store.directory.resolveSibling("elsewhere"));
        Path precious = Files.writeString(elsewhere.resolve("precious.json"), "{}");
        Files.setLastModifiedTime(precious, FileTime.from(Instant.EPOCH));
        Files.delete(store.layout.control());
        Files.createSymbolicLink(store.layout.control(), elsewhere);
        TransferRequest request = new TransferRequest(FileStoreFixture.ELECTION, "x", "r");
        assertFails(store.process().roster().send(request), "is a symbolic link");
        assertThat(elsewhere).isDirectoryContaining(path -> path.equals(precious));
        assertThat(precious).hasContent("{}");
    }

    @Test // FILE-2
    void refusesFilesThatOthersCanWrite() throws IOException {
        for (Path file : List.of(store.lock(), store.layout.epoch(FileStoreFixture.ELECTION))) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
            store.write("");
            assertThat(store.contender("standby").expectFailure()).hasMessageContaining("chmod go-w " + file);
            assertThat(store.process().selfTest())
                    .filteredOn(check -> !check.ok())
                    .extracting(StoreCheck::detail)
                    .anyMatch(detail -> detail.contains("chmod go-w " + file));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test // FILE-2
    void writesToNoOtherPathThroughAHardLink() throws IOException {
        Path precious = Files.writeString(store.directory.resolveSibling("precious"), "precious");
        Files.delete(store.lock());
        Files.createLink(store.lock(), precious);
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Unknown.class);
        assertThat(store.contender("standby").expectFailure()).hasMessageContaining("2 names");
        assertThat(precious).hasContent("precious");
    }

    @Test // FILE-2
    void acceptsALinkToTheDirectoryItself() throws IOException {
        Path link = Files.createSymbolicLink(store.directory.resolveSibling("link"), store.directory);
        try (FileBackend backend = FileBackend.open(FileUrl.parse("file:" + link), dev.baton.BatonClock.system())) {
            assertThat(TestContender.await(backend.observe(FileStoreFixture.ELECTION)))
                    .isPresent();
            assertThat(backend.selfTest()).allMatch(StoreCheck::ok);
        }
    }
}
