package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Tenure;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** FENCE-1: epochs never repeat. */
class EpochGrowthTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private long leadOnce(String id) {
        TestContender contender = store.contender(id);
        Claim claim = contender.win();
        contender.release(claim);
        return claim.epoch();
    }

    @Test // FENCE-1
    void epochsGrowThroughReleaseCrashAndDeletion() throws IOException {
        long released = leadOnce("a");
        TestContender victim = store.contender("victim");
        long crashed = victim.win().epoch();
        victim.crash();
        long afterCrash = leadOnce("b");
        assertThat(List.of(released, crashed, afterCrash)).isSorted().doesNotHaveDuplicates();
        Files.delete(store.lock());
        long afterDeletion = leadOnce("c");
        assertThat(afterDeletion).isGreaterThan(afterCrash);
        TempDirectories.delete(store.layout.locks());
        long afterAll = leadOnce("d");
        assertThat(afterAll).isGreaterThan(afterDeletion);
    }

    @Test // FENCE-1
    void restoresDeletedEpochFileFromJournalRecordOrCandidate() throws IOException {
        long first = leadOnce("a");
        Files.delete(store.layout.epoch(FileStoreFixture.ELECTION));
        long fromJournal = leadOnce("b");
        assertThat(fromJournal).isGreaterThan(first);

        TestContender victim = store.contender("victim");
        long crashed = victim.win().epoch();
        victim.crash();
        Files.delete(store.layout.epoch(FileStoreFixture.ELECTION));
        Files.delete(store.layout.history(FileStoreFixture.ELECTION));
        long fromRecord = leadOnce("c");
        assertThat(fromRecord).isGreaterThan(crashed);

        TempDirectories.delete(store.directory);
        AcquireOutcome outcome =
                TestContender.await(store.contender("d").contender().acquire(fromRecord));
        assertThat(((AcquireOutcome.Won) outcome).claim().epoch()).isGreaterThan(fromRecord);
    }

    @Test // FENCE-1
    void refusesDamagedEpochFileAndChangesNothing() throws IOException {
        leadOnce("a");
        Files.writeString(store.layout.epoch(FileStoreFixture.ELECTION), "damaged");
        Throwable cause = store.contender("b").expectFailure();
        assertThat(cause)
                .hasMessageContaining("nightly")
                .hasMessageContaining("damaged")
                .hasMessageContaining("docs/reference/file-lock.md");
        assertThat(Files.readString(store.layout.epoch(FileStoreFixture.ELECTION)))
                .isEqualTo("damaged");
        assertThat(Files.size(store.lock())).isZero();
    }

    @Test // API-9
    void historyContainsLeadersAndReasons() {
        leadOnce("a");
        TestContender victim = store.contender("victim");
        victim.win();
        victim.crash();
        TestContender heir = store.contender("heir");
        heir.transfer(heir.win(), "b");
        store.contender("b").win();
        List<Tenure> tenures = TestContender.await(store.process().history(FileStoreFixture.ELECTION));
        assertThat(tenures).extracting(Tenure::instanceId).containsExactly("a", "victim", "heir", "b");
        assertThat(tenures)
                .extracting(tenure -> tenure.reason().orElse(""))
                .containsExactly("resigned", "session_closed", "transferred", "");
    }

    @Test // API-6
    void acquiresWithHigherEpochAfterLostReply() {
        TestContender contender = store.contender("a");
        long first = contender.win().epoch();
        assertThat(contender.win().epoch()).isGreaterThan(first);
        TestContender.await(contender.contender().withdraw());
        store.contender("b").win();
    }

    @Test // API-6
    void leavesNoClaimAfterWithdrawalDuringAttempt() {
        TestContender contender = store.contender("a");
        var attempt = contender.contender().acquire(0);
        TestContender.await(contender.contender().withdraw());
        TestContender.await(attempt);
        store.contender("b").win();
    }
}
