package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.RenewOutcome;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A withdrawal or release of an earlier attempt that runs after a later attempt does not touch the later claim. */
class LateWithdrawTest {
    @TempDir
    Path directory;

    private FileStoreFixture store;

    @BeforeEach
    void open() {
        store = new FileStoreFixture(directory.resolve("store"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test // API-6
    void lateWithdrawalKeepsTheClaimOfALaterAttempt() {
        TestContender candidate = store.realTimeContender("candidate");
        TestContender.await(candidate.contender().withdraw());
        Claim claim = candidate.win();
        // The release of the first withdrawal, as a slow thread runs it after the attempt.
        candidate.contender().releaseBefore(1);
        assertThat(candidate.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // API-6
    void lateReleaseKeepsTheClaimOfALaterAttempt() {
        TestContender candidate = store.realTimeContender("candidate");
        Claim earlier = candidate.win();
        Claim later = candidate.win();
        assertThat(candidate.release(earlier)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(candidate.renew(later)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // API-6
    void withdrawalAfterTheAttemptReleasesItsClaim() {
        TestContender candidate = store.realTimeContender("candidate");
        Claim claim = candidate.win();
        TestContender.await(candidate.contender().withdraw());
        assertThat(candidate.renew(claim)).isInstanceOf(RenewOutcome.Gone.class);
    }
}
