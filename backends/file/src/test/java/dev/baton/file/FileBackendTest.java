package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.process.LiveProcess;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.StoreCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The backend through its SPI, also with several backends in one process. */
class FileBackendTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Backend openBackend() {
        return new FileBackendProvider().open("file:" + store.directory, BatonClock.system());
    }

    private static Contender contend(Backend backend, String election, String id) {
        return backend.contend(new ContenderSettings(election, id, 0, "", new RecordedSignals()));
    }

    @Test // FILE-6
    void backendsOfOneDirectoryShareScopeBeforeItExistsAndThroughLink() throws IOException {
        Path real = Files.createDirectories(store.directory.resolveSibling("real"));
        Path link = Files.createSymbolicLink(store.directory.resolveSibling("link"), real);
        try (FileBackend missing =
                        FileBackend.open(new FileUrl(link.resolve("new/store"), false), BatonClock.system());
                FileBackend direct =
                        FileBackend.open(new FileUrl(real.resolve("new/store"), false), BatonClock.system())) {
            assertThat(missing.context().scope()).isSameAs(direct.context().scope());
            store.contender(missing, "a").win();
            try (FileBackend later =
                    FileBackend.open(new FileUrl(link.resolve("new/store"), false), BatonClock.system())) {
                assertThat(later.context().scope()).isSameAs(missing.context().scope());
            }
        }
    }

    @Test // NODE-4: the heap was full for a moment
    void requestThatEndsByAnErrorIsAnswered() {
        try (FileBackend backend = FileBackend.open(new FileUrl(store.directory, false), BatonClock.system())) {
            CompletionStage<Boolean> result = backend.submit(() -> {
                throw new OutOfMemoryError("test");
            });
            assertThat(result.toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withRootCauseInstanceOf(OutOfMemoryError.class);
        }
    }

    @Test
    void requestForWhichThereIsNoThreadIsAnswered() {
        try (FileBackend backend = FileBackend.open(new FileUrl(store.directory, false), BatonClock.system())) {
            CompletionStage<Boolean> result = backend.submit(
                    task -> {
                        throw new OutOfMemoryError("unable to create native thread");
                    },
                    () -> true);
            assertThat(result.toCompletableFuture())
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withRootCauseInstanceOf(OutOfMemoryError.class);
        }
    }

    @Test // PG-3
    void reportsLocalHolderToOtherBackendOfSameProcess() {
        try (Backend first = openBackend();
                Backend second = openBackend()) {
            assertThat(TestContender.await(contend(first, "e", "a").acquire(0))).isInstanceOf(AcquireOutcome.Won.class);
            for (String id : List.of("a", "b")) {
                assertThat(TestContender.await(contend(second, "e", id).acquire(0)))
                        .isInstanceOfSatisfying(
                                AcquireOutcome.HeldBy.class,
                                held -> assertThat(held.holder()).isEqualTo("(local)"));
            }
        }
    }

    @Test // FILE-5
    void treatsSameIdInOtherLiveProcessAsForeign() {
        TestContender first = store.contender("same");
        Claim claim = first.win();
        TestContender second = store.contender("same");
        assertThat(second.expectHeld().holder()).isEqualTo("same");
        assertThat(second.renew(claim)).isInstanceOf(RenewOutcome.Gone.class);
        assertThat(first.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // FILE-5
    void generatedIdContainsPidAndIsUnique() {
        try (Backend backend = openBackend()) {
            assertThat(backend.newInstanceId())
                    .startsWith(ProcessHandle.current().pid() + "-")
                    .isNotEqualTo(backend.newInstanceId());
        }
    }

    @Test // FILE-7
    void renewsThousandClaimsInOnePass() throws Exception {
        try (Backend backend = openBackend()) {
            List<CompletionStage<AcquireOutcome>> attempts = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                attempts.add(contend(backend, "e" + i, "me").acquire(0));
            }
            List<Claim> claims = new ArrayList<>();
            for (CompletionStage<AcquireOutcome> result : attempts) {
                claims.add(((AcquireOutcome.Won) TestContender.await(result)).claim());
            }
            Map<Claim, RenewOutcome> outcomes = TestContender.await(backend.renew(claims));
            assertThat(outcomes).hasSize(1_000);
            assertThat(outcomes.values()).allMatch(RenewOutcome.Renewed.class::isInstance);
            assertThat(TestContender.await(backend.elections())).hasSize(1_000);
        }
    }

    @Test // API-1
    void closeRemovesFilesOfProcess() throws IOException {
        Backend backend = openBackend();
        Contender contender = contend(backend, "e", "me");
        Claim claim = ((AcquireOutcome.Won) TestContender.await(contender.acquire(0))).claim();
        TestContender.await(backend.roster().announce(List.of()));
        TestContender.await(contender.release(claim, ReleaseRequest.of(EndReason.RESIGNED)));
        backend.close();
        backend.close();
        assertThat(DirectoryLayout.list(store.layout.live())).isEmpty();
        assertThat(DirectoryLayout.names(store.layout.roster(), DirectoryLayout.ROSTER_SUFFIX))
                .isEmpty();
        assertThat(TestContender.await(contend(backend, "e", "late").acquire(0)))
                .isInstanceOfSatisfying(
                        AcquireOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessageContaining("closed"));
    }

    @Test // API-1
    void unreleasedClaimExpiresAfterClose() {
        TestContender leader = store.contender("leader");
        leader.win();
        leader.backend().close();
        TestContender standby = store.contender("standby");
        store.clock.advance(standby.expectHeld().freeAfter().orElseThrow());
        standby.win();
        leader.crash();
    }

    @Test // FILE-2
    void usesTemporarySocketIfPathIsTooLong() throws IOException {
        FileStoreFixture deep = new FileStoreFixture(store.directory.resolve("d".repeat(120)));
        Files.createDirectories(store.directory);
        try {
            TestContender leader = deep.contender("leader");
            leader.win();
            Path socket = LiveProcess.readAll(deep.layout).get(0).socketPath().orElseThrow();
            assertThat(socket.startsWith(deep.directory)).isFalse();
            assertThat(socket).exists();
        } finally {
            deep.close();
        }
    }

    @Test // API-1
    void selfTestAcceptsGoodDirectoryAndLeavesNoFiles() {
        try (Backend backend = openBackend()) {
            List<StoreCheck> checks = backend.selfTest();
            assertThat(checks).allMatch(StoreCheck::ok);
            assertThat(checks)
                    .extracting(StoreCheck::name)
                    .containsExactly(
                            "directory", "ownership", "flock", "filesystem", "space", "socket", "clock", "epochs");
            assertThat(store.directory).doesNotExist();
        }
    }

    @Test // API-1
    void selfTestReportsFileInPlaceOfDirectory() throws IOException {
        Files.writeString(store.directory, "in the way");
        try (Backend backend = openBackend()) {
            assertThat(backend.selfTest())
                    .filteredOn(check -> check.name().equals("directory"))
                    .allMatch(check -> !check.ok() && check.detail().contains("not a directory"));
        }
    }

    @Test // API-1
    void selfTestReportsDirectoryThatOthersCanWrite() throws IOException {
        TestContender contender = store.contender("a");
        contender.release(contender.win());
        Files.setPosixFilePermissions(store.directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (Backend backend = openBackend()) {
            assertThat(backend.selfTest())
                    .filteredOn(check -> check.name().equals("ownership"))
                    .singleElement()
                    .matches(check -> !check.ok() && check.detail().contains("chmod"));
        }
    }

    @Test // FENCE-1
    void selfTestReportsDamagedEpochFile() throws IOException {
        TestContender contender = store.contender("a");
        contender.release(contender.win());
        Files.writeString(store.layout.epoch(FileStoreFixture.ELECTION), "garbage");
        try (Backend backend = openBackend()) {
            assertThat(backend.selfTest())
                    .filteredOn(check -> !check.ok())
                    .singleElement()
                    .matches(check -> check.detail().contains("is damaged"));
        }
    }

    @Test // API-10
    void computesWorstCaseFailoverTimes() {
        try (Backend backend = openBackend()) {
            BackendDefaults defaults = backend.defaults();
            CandidateTiming timing = new CandidateTiming(
                    defaults.validity(),
                    defaults.margin(),
                    defaults.renewInterval(),
                    defaults.requestTimeout(),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1));
            FailoverTimes failover = backend.failover(timing);
            assertThat(failover.freeze()).isGreaterThan(defaults.claimTimeout());
            assertThat(failover.kill()).isGreaterThan(Duration.ofSeconds(5)).isLessThan(failover.freeze());
            assertThat(failover.assumptions()).anyMatch(line -> line.contains("frees a killed process's memory"));
        }
    }
}
