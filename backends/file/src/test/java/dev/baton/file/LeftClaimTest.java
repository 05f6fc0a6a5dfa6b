package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.process.Life;
import dev.baton.file.record.ClaimOwner;
import dev.baton.spi.Claim;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A backend that is closed while one of its candidates still has a claim. */
class LeftClaimTest {
    private final List<Runnable> afterTheBound = new ArrayList<>();
    private Site site;
    private ProcessScope household;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
        household = new ProcessScope(new DirectoryLayout(site.directory), afterTheBound::add);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private FileBackend backend() {
        return FileBackend.openApart(new FileUrl(site.directory, false), BatonClock.system(), household);
    }

    private Life judge(ClaimOwner owner) throws IOException {
        return site.process().neighbourhood().lifeProof().judge(owner);
    }

    @Test // FILE-6
    void itsProcessLivesUntilTheClaimHasRunOutAndNoLonger() throws IOException {
        FileBackend backend = backend();
        site.player(backend, "a").win();
        ClaimOwner owner = household.neighbourhood().us().as("a");
        backend.close();
        assertThat(judge(owner)).isEqualTo(Life.ALIVE);
        assertThat(afterTheBound).hasSize(1);
        afterTheBound.get(0).run();
        assertThat(household.claims().isEmpty()).isTrue();
        assertThat(site.layout.liveness(owner.process())).doesNotExist();
    }

    @Test // FILE-6
    void whoCameMeanwhileKeepsTheProcessAlive() throws IOException {
        FileBackend first = backend();
        site.player(first, "a").win();
        first.close();
        try (FileBackend second = backend()) {
            Player candidate = site.player(second, "b");
            candidate.mustWait();
            afterTheBound.get(0).run();
            candidate.mustWait();
            assertThat(judge(household.neighbourhood().us().as("a"))).isEqualTo(Life.ALIVE);
        }
    }

    @Test // FILE-6
    void aBackendThatIsOpenedAgainIsHeardAtOnce() {
        FileBackend first = backend();
        Claim left = site.player(first, "a").win();
        first.close();
        try (FileBackend second = backend()) {
            Player again = site.player(second, "a");
            again.mustWait();
            afterTheBound.get(0).run();
            Claim claim = again.win();
            assertThat(claim.epoch()).isGreaterThan(left.epoch());
            Player standby = site.player(site.process(BatonClock.system(), false), "standby");
            standby.mustWait();
            Awaitility.await()
                    .atMost(4, TimeUnit.SECONDS)
                    .until(() -> standby.backend()
                            .neighbourhood()
                            .hears(household.neighbourhood().us().name()));
            int before = standby.signals().tries.get();
            again.release(claim);
            Awaitility.await()
                    .atMost(2, TimeUnit.SECONDS)
                    .until(() -> standby.signals().tries.get() > before);
        }
    }
}
