package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** At most one candidate leads, in one process or in several. */
interface ExclusionContract {
    ContractFixture fixture();

    @Test // API-1, LEASE-10
    default void exactlyOneOfTwoCandidatesLeads() {
        onlyOneLeads(2, 10);
    }

    @Test // API-1, LEASE-10
    default void exactlyOneOfSixteenCandidatesLeads() {
        onlyOneLeads(16, 20);
    }

    private void onlyOneLeads(int count, int stepDowns) {
        TenureChecker history = new TenureChecker();
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Candidate candidate = fixture().candidate(settings("c" + i).reacquireDelay(Duration.ofMillis(50)));
            history.follow(candidate);
            candidates.add(candidate);
        }
        candidates.forEach(Candidate::start);
        for (int i = 0; i < stepDowns; i++) {
            int before = i;
            await(
                    "a candidate leads",
                    () -> history.tenures().size() > before
                            && candidates.stream().anyMatch(Candidate::isLeader));
            assertThat(candidates.stream().filter(Candidate::isLeader)).hasSizeLessThanOrEqualTo(1);
            candidates.stream().filter(Candidate::isLeader).forEach(leader -> leader.stepDown(Duration.ofSeconds(10)));
        }
        candidates.forEach(Candidate::close);
        assertThat(history.epochViolations()).isEmpty();
        assertThat(history.overlapViolations()).isEmpty();
        assertThat(history.tenures()).hasSizeGreaterThanOrEqualTo(stepDowns);
    }

    @Test // PG-3
    default void secondCandidateOfSameProcessIsHeldLocally() {
        Baton baton = fixture().connect();
        Candidate first = fixture().candidate(baton, settings("first"));
        first.start();
        awaitEpoch(first);
        Candidate second = fixture().candidate(baton, settings("second"));
        List<String> holders = new CopyOnWriteArrayList<>();
        second.onAcquireFailed(failed -> failed.holder().ifPresent(holders::add));
        second.start();
        await("the second attempt fails", () -> !holders.isEmpty());
        assertThat(holders).allMatch("(local)"::equals);
        assertThat(first.isLeader()).isTrue();
        first.close();
        awaitEpoch(second);
    }

    @Test // FILE-2
    default void refusesInvalidNames() {
        Baton baton = fixture().connect();
        for (String bad : List.of("", ".hidden", "../escape", "a/b", "a b", "a\nb", "x".repeat(129), "ä")) {
            assertThatThrownBy(() -> baton.election(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
