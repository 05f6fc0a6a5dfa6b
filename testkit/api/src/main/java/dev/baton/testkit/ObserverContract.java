package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.contender;
import static dev.baton.testkit.ContractFixture.get;
import static dev.baton.testkit.ContractFixture.release;
import static dev.baton.testkit.ContractFixture.settings;
import static dev.baton.testkit.ContractFixture.won;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.ConnectionException;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.Roster;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Observers see every change of leader and every live instance. */
interface ObserverContract {
    ContractFixture fixture();

    @Test // FILE-11
    default void rosterOfSeveralElectionsIsReadTogether() {
        Baton baton = fixture().connect();
        for (String election : List.of("one", "two", "three")) {
            baton.election(election).candidate(settings("here").build()).start();
        }
        Roster roster = fixture().connect().backend().roster();
        Set<String> all = Set.of("one", "two", "three");
        await("all are listed", () -> get(roster.list(all)).size() == 3);
        assertThat(get(roster.list(Set.of("one", "three", "none"))))
                .extracting(InstanceStatus::election)
                .containsExactlyInAnyOrder("one", "three");
        assertThat(get(roster.list(Set.of()))).isEmpty();
    }

    @Test // API-7
    default void observerSeesEveryEpochOfTwoHundredChangesInOrder() {
        List<Long> seen = new CopyOnWriteArrayList<>();
        var observation = fixture().election().observe(leader -> leader.ifPresent(info -> seen.add(info.epoch())));
        Contender contender = contender(fixture().open(), "quick");
        List<Long> epochs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Claim claim = won(contender);
            epochs.add(claim.epoch());
            assertThat(release(contender, claim)).isInstanceOf(ReleaseOutcome.Released.class);
        }
        await("all changes are seen", () -> seen.size() >= 200);
        assertThat(seen).isEqualTo(epochs);
        assertThat(observation.age()).isLessThan(observation.stalenessBound().plusSeconds(1));
        observation.close();
    }

    @Test // API-7
    default void readsOnAClosedConnectionSayThatItIsClosed() {
        Baton baton = fixture().connect();
        Election election = baton.election("nightly");
        Candidate candidate = election.candidate(settings("here").build());
        baton.close();
        List<ThrowingCallable> reads = List.of(
                election::leader,
                election::roster,
                election::history,
                baton::elections,
                () -> election.transferTo("here"),
                () -> candidate.transferTo("here"));
        for (ThrowingCallable read : reads) {
            assertThatThrownBy(read)
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageEndingWith("(" + baton.backend().describe() + "): the connection is closed");
        }
        assertThatThrownBy(() -> election.observe(leader -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("is closed");
    }
}
