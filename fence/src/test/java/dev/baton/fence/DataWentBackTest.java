package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The data of the election goes back while a former leader is frozen, so that two tenures have the same epoch. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DataWentBackTest {
    private static final String ELECTION = "nightly";

    private final TestDatabase database = new TestDatabase();

    /** Leads once, in a process that remembers nothing, and returns what a frozen leader would still believe. */
    private FixedLeadership lead() throws InterruptedException {
        try (Baton baton = Baton.connect(database.url())) {
            Candidate candidate = baton.candidate(ELECTION);
            candidate.start();
            Leadership leadership =
                    candidate.awaitLeadership(Duration.ofSeconds(20)).orElseThrow();
            assertThat(leadership.tenureId()).isPresent();
            return new FixedLeadership(ELECTION, leadership.epoch(), Duration.ofSeconds(60), leadership.tenureId());
        }
    }

    @ParameterizedTest // FENCE-1, FENCE-2
    @ValueSource(
            strings = {
                "TRUNCATE baton_epochs, baton_reigns",
                "DROP TABLE baton_epochs, baton_reigns, baton_roster, baton_schema; DROP SEQUENCE baton_raises",
                "DELETE FROM baton_epochs; INSERT INTO baton_epochs SELECT * FROM saved_epochs;"
                        + " DELETE FROM baton_reigns; INSERT INTO baton_reigns SELECT * FROM saved_reigns"
            })
    void formerTenureIsRefusedAlthoughItsEpochIsTheCurrentOne(String goBack) throws Exception {
        Fence fence = Fence.byElection();
        FixedLeadership before = goBack.contains("saved_epochs") ? lead() : FixedLeadership.of(ELECTION, 0);
        if (before.epoch() > 0) {
            database.run("CREATE TABLE saved_epochs AS SELECT * FROM baton_epochs;"
                    + " CREATE TABLE saved_reigns AS SELECT * FROM baton_reigns");
        }
        FixedLeadership former = lead();
        fence.inTransaction(database.source(), former, entry(1));
        database.run(goBack);
        FixedLeadership successor = lead();
        assertThat(successor.epoch()).isEqualTo(former.epoch());

        fence.inTransaction(database.source(), successor, entry(2));
        assertThatThrownBy(() -> fence.inTransaction(database.source(), former, entry(3)))
                .isInstanceOf(StaleEpochException.class)
                .hasMessageContaining("another tenure has the same epoch");
        assertThat(database.entries(3)).isZero();
    }

    @Test // FENCE-1
    void everyTenureHasItsOwnId() throws Exception {
        assertThat(lead().tenureId()).isNotEqualTo(lead().tenureId());
    }
}
