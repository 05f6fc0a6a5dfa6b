package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.StopCause;
import dev.baton.TransferOutcome;
import dev.baton.internal.runtime.BatonRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What callers see directly after start and stop, before the event loop has handled them. */
class StartAndStopTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final FreezableLoop loop = new FreezableLoop(fixture.time);
    private final Baton baton =
            BatonRuntime.over(loop.environment(fixture.time, fixture.time.environment()), fixture.store::open);

    private Candidate candidate(String instanceId) {
        return fixture.candidate(baton, instanceId, settings -> settings);
    }

    private Candidate startLeader(Candidate leader) {
        leader.start();
        fixture.millis(1);
        assertThat(leader.isLeader()).isTrue();
        return leader;
    }

    @Test // PG-5
    void stateIsFollowerDirectlyAfterStart() {
        Candidate candidate = candidate("a");
        loop.freeze();
        candidate.start();
        assertThat(candidate.state()).isEqualTo(CandidateState.FOLLOWER);
        loop.thaw();
        fixture.millis(1);
        assertThat(candidate.state()).isEqualTo(CandidateState.LEADER);
    }

    @Test // API-8
    void leaderTransfersToCandidateOfSameConnectionDirectlyAfterItsStart() {
        Candidate leader = startLeader(candidate("leader"));
        Candidate target = candidate("target");
        loop.freeze();
        target.start();
        assertThat(leader.transferTo("target")).isEqualTo(TransferOutcome.SENT);
        loop.thaw();
        fixture.seconds(1);
        assertThat(target.isLeader()).isTrue();
    }

    @Test // API-8
    void electionTransfersToCandidateOfSameConnectionDirectlyAfterItsStart() {
        startLeader(candidate("leader"));
        Candidate target = candidate("target");
        loop.freeze();
        target.start();
        assertThat(baton.election(ElectionFixture.ELECTION).transferTo("target"))
                .isEqualTo(TransferOutcome.SENT);
        loop.thaw();
        fixture.seconds(1);
        assertThat(target.isLeader()).isTrue();
    }

    @Test // API-8
    void leaderOfAnotherConnectionTransfersDirectlyAfterTheStartOfTheTarget() {
        startLeader(fixture.candidate("leader"));
        Candidate target = candidate("target");
        target.start();
        assertThat(target.transferTo("target")).isEqualTo(TransferOutcome.SENT);
        fixture.seconds(2);
        assertThat(target.isLeader()).isTrue();
    }

    @Test // API-8
    void leaderDoesNotTransferToCandidateBeforeItsFirstHealthCheck() {
        Candidate leader = startLeader(candidate("leader"));
        CountDownLatch never = new CountDownLatch(1);
        Candidate target = fixture.candidate(
                baton,
                "target",
                settings -> settings.healthCheck(() -> {
                    never.await();
                    return true;
                }));
        loop.freeze();
        target.start();
        assertThat(leader.transferTo("target")).isEqualTo(TransferOutcome.SENT);
        loop.thaw();
        fixture.seconds(2);
        assertThat(leader.isLeader()).isTrue();
        never.countDown();
    }

    @Test // API-8
    void candidateThatIsNotStartedOrStoppedIsAnUnknownTarget() {
        Candidate leader = startLeader(candidate("leader"));
        Candidate target = candidate("target");
        assertThat(leader.transferTo("target")).isEqualTo(TransferOutcome.UNKNOWN_TARGET);
        target.start();
        fixture.seconds(1);
        target.stop();
        fixture.seconds(1);
        assertThat(leader.transferTo("target")).isEqualTo(TransferOutcome.UNKNOWN_TARGET);
        target.start();
        assertThat(leader.transferTo("target")).isEqualTo(TransferOutcome.SENT);
    }

    @Test // PG-5
    void stopWithoutTimeoutWaitsForTheWorkAndReleases() {
        Candidate candidate = candidate("a");
        List<CandidateEvent> events = ElectionFixture.eventsOf(candidate);
        List<String> log = new CopyOnWriteArrayList<>();
        candidate.whileLeading(leadership -> {
            log.add("running");
            try {
                new CountDownLatch(1).await();
            } finally {
                log.add("ended");
            }
        });
        startLeader(candidate);
        ElectionFixture.await("the work is running", () -> log.contains("running"));
        candidate.stop();
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(log).containsExactly("running", "ended");
        ElectionFixture.await(
                "all events are delivered",
                () -> ElectionFixture.withoutStateChanges(events).size() >= 3);
        assertThat(ElectionFixture.withoutStateChanges(events))
                .containsExactly(
                        new CandidateEvent.Acquired(1),
                        new CandidateEvent.Released(1, EndReason.SHUT_DOWN),
                        new CandidateEvent.Stopped(StopCause.REQUESTED));
        candidate.stop();
        candidate.start();
        fixture.seconds(1);
        assertThat(candidate.isLeader()).as("leads after a restart").isTrue();
        assertThat(candidate.stepDown(Duration.ofSeconds(1))).isTrue();
    }
}
