package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Ends of resources that the watch reported while nobody wrote them. */
class ReportedEndsTest extends ReplicaFixture {
    private static final ReconcileSettings SETTINGS =
            ReconcileSettings.defaults().withRetries(Duration.ofMillis(5), Duration.ofMillis(50));

    @Test // LEASE-7
    void endThatNoLeaderHasWrittenIsWrittenByTheNextOneWithoutTheGrace() {
        driver.set("x", ResourceCondition.READY, "up");
        resources.create("x", "spec");
        Reconciler<String, String> first = replica("a", SETTINGS);
        await(() -> phase("x") == ResourcePhase.READY);
        first.close();
        Candidate withoutWork = candidate();
        await(withoutWork::isLeader);
        Reconciler<String, String> standby = replica("b", SETTINGS);
        await(standby::isWarm);
        driver.remove("x");
        await(() -> standby.index().isEmpty());
        withoutWork.close();
        await(() -> phase("x") == ResourcePhase.DELETED);
    }

    @Test // LEASE-7
    void reportsAreForgottenAfterTheGraceAndTheOldestOfTooMany() {
        ReportedEnds ends = new ReportedEnds(Duration.ofMinutes(5));
        long second = TimeUnit.SECONDS.toNanos(1);
        ends.ended("old", 0);
        ends.ended("again", 0);
        ends.ended("young", 200 * second);
        ends.ended("again", 201 * second);
        ends.exists("unknown");
        assertThat(ends.recent(301 * second)).containsExactly("young", "again");
        ends.exists("young");
        assertThat(ends.recent(301 * second)).containsExactly("again");
        for (int i = 0; i < 10_000; i++) {
            ends.ended("id-" + i, 302 * second);
        }
        assertThat(ends.recent(302 * second)).hasSize(10_000).startsWith("id-0").doesNotContain("again");
        assertThat(ends.recent(603 * second)).isEmpty();
    }

    private Candidate candidate() {
        Baton baton = Baton.connect(url);
        Candidate candidate = baton.election("sandboxes")
                .candidate(
                        CandidateSettings.builder().instanceId("without-work").build());
        opened.add(0, baton);
        opened.add(0, candidate);
        candidate.start();
        return candidate;
    }
}
