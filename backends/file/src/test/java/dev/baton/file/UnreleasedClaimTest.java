package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.record.ClaimOwner;
import dev.baton.spi.Claim;
import dev.baton.support.process.Evidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A backend that is closed while one of its candidates holds a claim. */
class UnreleasedClaimTest {
    private final List<Runnable> afterExpiry = new ArrayList<>();
    private FileStoreFixture store;
    private ProcessScope scope;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
        scope = new ProcessScope(new DirectoryLayout(store.directory), afterExpiry::add);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private FileBackend backend() {
        return FileBackend.openIsolated(new FileUrl(store.directory, false), BatonClock.system(), scope);
    }

    private Evidence hasEnded(ClaimOwner owner) throws IOException {
        return store.process().peers().deathEvidence().hasEnded(owner);
    }

    @Test // FILE-6
    void keepsLivenessFileUntilClaimHasExpired() throws IOException {
        FileBackend backend = backend();
        store.contender(backend, "a").win();
        ClaimOwner owner = scope.peers().self().owner("a");
        backend.close();
        assertThat(hasEnded(owner)).isEqualTo(Evidence.NO);
        assertThat(afterExpiry).hasSize(1);
        afterExpiry.get(0).run();
        assertThat(scope.claims().isEmpty()).isTrue();
        assertThat(store.layout.liveness(owner.process())).doesNotExist();
    }

    @Test // FILE-6
    void keepsLivenessFileForBackendOpenedMeanwhile() throws IOException {
        FileBackend first = backend();
        store.contender(first, "a").win();
        first.close();
        try (FileBackend second = backend()) {
            TestContender candidate = store.contender(second, "b");
            candidate.expectHeld();
            afterExpiry.get(0).run();
            candidate.expectHeld();
            assertThat(hasEnded(scope.peers().self().owner("a"))).isEqualTo(Evidence.NO);
        }
    }

    @Test // FILE-6
    void reopenedBackendNotifiesStandbys() {
        FileBackend first = backend();
        Claim left = store.contender(first, "a").win();
        first.close();
        try (FileBackend second = backend()) {
            TestContender again = store.contender(second, "a");
            again.expectHeld();
            afterExpiry.get(0).run();
            Claim claim = again.win();
            assertThat(claim.epoch()).isGreaterThan(left.epoch());
            TestContender standby = store.realTimeContender("standby");
            standby.expectHeld();
            Awaitility.await()
                    .atMost(4, TimeUnit.SECONDS)
                    .until(() -> standby.backend()
                            .peers()
                            .isConnectedTo(scope.peers().self().name()));
            int before = standby.signals().tryNowCount.get();
            again.release(claim);
            Awaitility.await()
                    .atMost(2, TimeUnit.SECONDS)
                    .until(() -> standby.signals().tryNowCount.get() > before);
        }
    }
}
