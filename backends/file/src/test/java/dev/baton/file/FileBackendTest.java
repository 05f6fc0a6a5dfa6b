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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The backend as the runtime sees it, and several of it in one process. */
class FileBackendTest {
    @Test // FILE-6
    void oneDirectoryHasOneHouseholdThoughItWasMissingAndIsReachedByALink() throws IOException {
        Path real = Files.createDirectories(site.directory.resolveSibling("real"));
        Path link = Files.createSymbolicLink(site.directory.resolveSibling("link"), real);
        try (FileBackend missing =
                        FileBackend.open(new FileUrl(link.resolve("new/store"), false), BatonClock.system());
                FileBackend direct =
                        FileBackend.open(new FileUrl(real.resolve("new/store"), false), BatonClock.system())) {
            assertThat(missing.household()).isSameAs(direct.household());
            site.player(missing, "a").win();
            try (FileBackend later =
                    FileBackend.open(new FileUrl(link.resolve("new/store"), false), BatonClock.system())) {
                assertThat(later.household()).isSameAs(missing.household());
            }
        }
    }

    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Backend connect() {
        return new FileBackendProvider().open("file:" + site.directory, BatonClock.system());
    }

    private static Contender contend(Backend backend, String election, String id) {
        return backend.contend(new ContenderSettings(election, id, 0, "", new HeardSignals()));
    }

    @Test // PG-3
    void twoBackendsOfOneProcessAreLocalToEachOtherAlsoUnderOneId() {
        try (Backend first = connect();
                Backend second = connect()) {
            assertThat(Player.answer(contend(first, "e", "a").acquire(0))).isInstanceOf(AcquireOutcome.Won.class);
            for (String id : List.of("a", "b")) {
                assertThat(Player.answer(contend(second, "e", id).acquire(0)))
                        .isInstanceOfSatisfying(
                                AcquireOutcome.HeldBy.class,
                                held -> assertThat(held.holder()).isEqualTo("(local)"));
            }
        }
    }

    @Test // FILE-5
    void theSameIdInAnotherLiveProcessIsForeign() {
        Player first = site.player("same");
        Claim claim = first.win();
        Player second = site.player("same");
        assertThat(second.mustWait().holder()).isEqualTo("same");
        assertThat(second.renew(claim)).isInstanceOf(RenewOutcome.Gone.class);
        assertThat(first.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // FILE-5
    void aMintedIdNamesTheProcessAndIsNeverTheSame() {
        try (Backend backend = connect()) {
            assertThat(backend.newInstanceId())
                    .startsWith(ProcessHandle.current().pid() + "-")
                    .isNotEqualTo(backend.newInstanceId());
        }
    }

    @Test // FILE-7
    void aThousandClaimsAreConfirmedInOnePass() throws Exception {
        try (Backend backend = connect()) {
            List<CompletionStage<AcquireOutcome>> asked = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                asked.add(contend(backend, "e" + i, "me").acquire(0));
            }
            List<Claim> claims = new ArrayList<>();
            for (CompletionStage<AcquireOutcome> answer : asked) {
                claims.add(((AcquireOutcome.Won) Player.answer(answer)).claim());
            }
            Map<Claim, RenewOutcome> outcomes = Player.answer(backend.renew(claims));
            assertThat(outcomes).hasSize(1_000);
            assertThat(outcomes.values()).allMatch(RenewOutcome.Renewed.class::isInstance);
            assertThat(Player.answer(backend.elections())).hasSize(1_000);
        }
    }

    @Test // API-1
    void closingLeavesNoFilesOfTheProcessBehind() throws IOException {
        Backend backend = connect();
        Contender contender = contend(backend, "e", "me");
        Claim claim = ((AcquireOutcome.Won) Player.answer(contender.acquire(0))).claim();
        Player.answer(backend.roster().announce(List.of()));
        Player.answer(contender.release(claim, ReleaseRequest.of(EndReason.RESIGNED)));
        backend.close();
        backend.close();
        assertThat(DirectoryLayout.list(site.layout.live())).isEmpty();
        assertThat(DirectoryLayout.names(site.layout.roster(), DirectoryLayout.ROSTER_SUFFIX))
                .isEmpty();
        assertThat(Player.answer(contend(backend, "e", "late").acquire(0)))
                .isInstanceOfSatisfying(
                        AcquireOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessageContaining("closed"));
    }

    @Test // API-1
    void aClaimThatWasNotReleasedIsLeftToRunOutThoughTheBackendIsClosed() {
        Player leader = site.player("leader");
        leader.win();
        leader.backend().close();
        Player standby = site.player("standby");
        site.clock.pass(standby.mustWait().freeAfter().orElseThrow());
        standby.win();
        leader.crash();
    }

    @Test // FILE-2
    void aPathThatIsTooLongForASocketIsNoObstacle() throws IOException {
        Site deep = new Site(site.directory.resolve("d".repeat(120)));
        Files.createDirectories(site.directory);
        try {
            Player leader = deep.player("leader");
            leader.win();
            Path socket = LiveProcess.all(deep.layout).get(0).address().orElseThrow();
            assertThat(socket.startsWith(deep.directory)).isFalse();
            assertThat(socket).exists();
        } finally {
            deep.close();
        }
    }

    @Test // API-1
    void theSelfTestFindsAGoodDirectoryGoodAndLeavesNothingBehind() {
        try (Backend backend = connect()) {
            List<StoreCheck> checks = backend.selfTest();
            assertThat(checks).allMatch(StoreCheck::ok);
            assertThat(checks)
                    .extracting(StoreCheck::name)
                    .containsExactly("directory", "flock", "filesystem", "space", "socket", "clock", "epochs");
            assertThat(site.directory).doesNotExist();
        }
    }

    @Test // API-1
    void theSelfTestSaysWhatIsWrong() throws IOException {
        Files.writeString(site.directory, "in the way");
        try (Backend backend = connect()) {
            assertThat(backend.selfTest())
                    .filteredOn(check -> check.name().equals("directory"))
                    .allMatch(check -> !check.ok() && check.detail().contains("not a directory"));
        }
    }

    @Test // FENCE-1
    void theSelfTestFindsADamagedEpochBeforeACandidateDoes() throws IOException {
        Player player = site.player("a");
        player.release(player.win());
        Files.writeString(site.layout.epoch(Site.ELECTION), "garbage");
        try (Backend backend = connect()) {
            assertThat(backend.selfTest())
                    .filteredOn(check -> !check.ok())
                    .singleElement()
                    .matches(check -> check.detail().contains("is damaged"));
        }
    }

    @Test // API-10
    void theWorstCasesFollowFromTheFormat() {
        try (Backend backend = connect()) {
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
