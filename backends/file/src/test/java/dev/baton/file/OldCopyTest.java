package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** FILE-6: a lock file that is overwritten by an old copy of itself does not make a second leader. */
class OldCopyTest {
    private static final Duration LONG_AGO = Duration.ofSeconds(20);
    private static final Duration STALE = Duration.ofSeconds(11);

    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Overwrites the record of a leader with epoch 2 by the record of the tenure before, and returns the leader's claim. */
    private Claim overwriteByEarlierTenure(TestContender former, TestContender leader) throws IOException {
        Claim first = former.win();
        String copy = store.read();
        former.release(first);
        store.clock.advance(LONG_AGO);
        Claim claim = leader.win();
        store.write(copy);
        return claim;
    }

    @Test // FILE-6
    void recordOfAnEarlierTenureIsNotTakenFromALiveLeader() throws IOException {
        TestContender former = store.contender("former");
        TestContender leader = store.contender("leader");
        Claim claim = overwriteByEarlierTenure(former, leader);
        assertThat(store.contender("new").expectHeld().epoch()).isEqualTo(claim.epoch());
        assertThat(former.expectHeld().holder()).as("its own record").isEqualTo("leader");
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(store.read()).contains("\"leader\"");
    }

    @Test // FILE-6
    void recordOfAnEarlierTenureIsTakenFromALeaderThatDoesNotRestoreIt() throws IOException {
        overwriteByEarlierTenure(store.contender("former"), store.contender("leader"));
        TestContender candidate = store.contender("new");
        candidate.expectHeld();
        store.clock.advance(STALE);
        assertThat(candidate.win().epoch()).isEqualTo(3);
    }

    @Test // FILE-6
    void oldRecordOfTheSameTenureIsNotTakenByAStandbyThatHasSeenALaterOne() throws IOException {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        Claim claim = leader.win();
        String copy = store.read();
        store.clock.advance(LONG_AGO);
        leader.renew(claim);
        standby.expectHeld();
        store.write(copy);
        assertThat(standby.expectHeld().freeAfter().orElseThrow()).isPositive();
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        store.write(copy);
        standby.expectHeld();
        store.clock.advance(STALE);
        assertThat(standby.win().epoch()).isEqualTo(2);
    }
}
