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

/** FENCE-1: no epoch comes twice. */
class EpochGrowthTest {
    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private long reignOnce(String id) {
        Player player = site.player(id);
        Claim claim = player.win();
        player.release(claim);
        return claim.epoch();
    }

    @Test // FENCE-1
    void epochsGrowThroughReleaseCrashAndDeletion() throws IOException {
        long released = reignOnce("a");
        Player victim = site.player("victim");
        long crashed = victim.win().epoch();
        victim.crash();
        long afterCrash = reignOnce("b");
        assertThat(List.of(released, crashed, afterCrash)).isSorted().doesNotHaveDuplicates();
        Files.delete(site.lock());
        long afterDeletion = reignOnce("c");
        assertThat(afterDeletion).isGreaterThan(afterCrash);
        TempDirectories.delete(site.layout.locks());
        long afterAll = reignOnce("d");
        assertThat(afterAll).isGreaterThan(afterDeletion);
    }

    @Test // FENCE-1
    void aDeletedEpochFileIsRestoredFromTheJournalTheRecordOrTheCandidate() throws IOException {
        long first = reignOnce("a");
        Files.delete(site.layout.epoch(Site.ELECTION));
        long fromJournal = reignOnce("b");
        assertThat(fromJournal).isGreaterThan(first);

        Player victim = site.player("victim");
        long crashed = victim.win().epoch();
        victim.crash();
        Files.delete(site.layout.epoch(Site.ELECTION));
        Files.delete(site.layout.history(Site.ELECTION));
        long fromRecord = reignOnce("c");
        assertThat(fromRecord).isGreaterThan(crashed);

        TempDirectories.delete(site.directory);
        AcquireOutcome outcome = Player.answer(site.player("d").contender().acquire(fromRecord));
        assertThat(((AcquireOutcome.Won) outcome).claim().epoch()).isGreaterThan(fromRecord);
    }

    @Test // FENCE-1
    void aDamagedEpochFileIsAClearErrorAndNothingIsChanged() throws IOException {
        reignOnce("a");
        Files.writeString(site.layout.epoch(Site.ELECTION), "damaged");
        Throwable cause = site.player("b").fails();
        assertThat(cause)
                .hasMessageContaining("nightly")
                .hasMessageContaining("damaged")
                .hasMessageContaining("docs/reference/file-lock.md");
        assertThat(Files.readString(site.layout.epoch(Site.ELECTION))).isEqualTo("damaged");
        assertThat(Files.size(site.lock())).isZero();
    }

    @Test // API-9
    void theHistoryTellsWhoLedAndWhyItEnded() {
        reignOnce("a");
        Player victim = site.player("victim");
        victim.win();
        victim.crash();
        Player heir = site.player("heir");
        heir.transfer(heir.win(), "b");
        site.player("b").win();
        List<Tenure> reigns = Player.answer(site.process().history(Site.ELECTION));
        assertThat(reigns).extracting(Tenure::instanceId).containsExactly("a", "victim", "heir", "b");
        assertThat(reigns)
                .extracting(reign -> reign.reason().orElse(""))
                .containsExactly("resigned", "session_closed", "transferred", "");
    }

    @Test // API-6
    void anAttemptAfterALostReplyGoesOnWithAHigherEpoch() {
        Player player = site.player("a");
        long first = player.win().epoch();
        assertThat(player.win().epoch()).isGreaterThan(first);
        Player.answer(player.contender().withdraw());
        site.player("b").win();
    }

    @Test // API-6
    void aCandidateThatWithdrewWhileItAskedLeavesNothing() {
        Player player = site.player("a");
        var asked = player.contender().acquire(0);
        Player.answer(player.contender().withdraw());
        Player.answer(asked);
        site.player("b").win();
    }
}
