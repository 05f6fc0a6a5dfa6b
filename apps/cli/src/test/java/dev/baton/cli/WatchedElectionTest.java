package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code watch} says about times in which it could not read the store. */
class WatchedElectionTest {
    private static final Instant START = Instant.parse("2026-11-18T12:00:00Z");
    private static final long ORIGIN = Long.MAX_VALUE - 1_000_000; // System.nanoTime() may overflow

    private final WatchedElection election = new WatchedElection(led("a", 1, 0, "a", "b"), at(0));

    @Test // API-7
    void durationsAreExactIfTheStoreCouldAlwaysBeRead() {
        assertThat(next(20, led("a", 1, 20, "a", "b"))).isEmpty();
        assertThat(next(22, leaderless("a", "b"))).containsExactly("no leader; a, epoch 1, led for 22s");
        assertThat(next(22.5, led("b", 2, 22, "a", "b")))
                .containsExactly("b leads, epoch 2, after 500ms without a leader");
        assertThat(next(23, led("b", 2, 22, "b"))).containsExactly("a left");
    }

    @Test // API-7
    void durationsThatSpanAnOutageAreUpperBounds() {
        next(20, led("a", 1, 20, "a", "b"));
        election.missed(at(26));
        election.missed(at(44));
        assertThat(next(45, leaderless("b"))).containsExactly("no leader; a, epoch 1, led for at most 45s");
        assertThat(next(45.1, led("b", 2, 45, "b")))
                .containsExactly("b leads, epoch 2, after at most 25.1s without a leader");
        next(46, led("b", 2, 46, "b"));
        assertThat(next(47, leaderless("b"))).containsExactly("no leader; b, epoch 2, led for 2s");
        assertThat(next(48, led("c", 3, 48, "b", "c")))
                .containsExactly("c leads, epoch 3, after 1s without a leader", "c joined");
    }

    @Test // API-7
    void tenureThatEndedDuringAnOutageCanBeSeenAfterIt() {
        next(20, led("a", 1, 20, "a", "b"));
        election.missed(at(49));
        assertThat(next(50, led("b", 2, 45, "a", "b"))).containsExactly("b leads, epoch 2, after a");
        assertThat(next(51, leaderless("a", "b"))).containsExactly("no leader; b, epoch 2, led for at most 6s");
        assertThat(next(51.5, led("a", 3, 51.5, "a", "b")))
                .containsExactly("a leads, epoch 3, after at most 31.5s without a leader");
        assertThat(next(80, led("b", 4, 80, "a", "b"))).containsExactly("b leads, epoch 4, after a");
        assertThat(next(82, leaderless("a", "b"))).containsExactly("no leader; b, epoch 4, led for 37s");
    }

    @Test // API-7
    void anOutageWithoutALeaderMakesItsLengthAnUpperBound() {
        next(10, leaderless("a", "b"));
        election.missed(at(26));
        assertThat(next(30, led("b", 7, 30, "a", "b")))
                .containsExactly("b leads, epoch 7, after at most 20s without a leader");
    }

    @Test // API-7
    void leaderThatPublishesAfterAnOutageStillLeads() {
        next(20, led("a", 1, 20, "a", "b"));
        election.missed(at(26));
        next(27, led("a", 1, 20, "a", "b"));
        next(28, led("a", 1, 27.5, "a", "b"));
        assertThat(next(30, leaderless("a", "b"))).containsExactly("no leader; a, epoch 1, led for 30s");
    }

    @Test // API-7
    void recordOfALeaderThatPublishesNothingAfterAnOutageIsNoProof() {
        next(20, led("a", 1, 20, "a", "b"));
        election.missed(at(26));
        next(27, led("a", 1, 20, "a", "b"));
        next(28, led("a", 1, 20, "b"));
        assertThat(next(30, leaderless("b"))).containsExactly("no leader; a, epoch 1, led for at most 30s");
    }

    @Test // API-8
    void instanceThatIsListedAgainAfterAnOutageHasNotLeft() {
        election.missed(at(26));
        assertThat(next(27, led("a", 1, 27, "a"))).isEmpty();
        assertThat(next(40, led("a", 1, 40, "a", "b"))).isEmpty();
        assertThat(next(60, led("a", 1, 60, "a"))).containsExactly("b left");
    }

    @Test // API-8
    void instanceThatDoesNotReturnAfterAnOutageLeftAtAnUnknownTime() {
        election.missed(at(26));
        assertThat(next(27, led("a", 1, 27, "a", "c"))).containsExactly("c joined");
        assertThat(next(55, led("a", 1, 55, "a", "c"))).isEmpty();
        assertThat(next(57, led("a", 1, 57, "a")))
                .containsExactly("c left", "b left; last seen at 2026-11-18T12:00:00.000Z");
        assertThat(next(58, led("a", 1, 58, "a", "b"))).containsExactly("b joined");
    }

    private List<String> next(double seconds, ElectionStatus found) {
        return election.changesTo(found, at(seconds)).stream()
                .map(ColouredText::text)
                .toList();
    }

    private static Moment at(double seconds) {
        Duration time = Duration.ofMillis(Math.round(seconds * 1000));
        return new Moment(START.plus(time), ORIGIN + time.toNanos());
    }

    private static ElectionStatus led(String leader, long epoch, double published, String... ids) {
        Instant since = epoch == 1 ? START : START.plusSeconds(45);
        return new ElectionStatus(
                "job",
                Optional.of(new LeaderInfo("job", leader, epoch, since, Optional.empty())),
                Stream.of(ids)
                        .map(id -> {
                            boolean leads = id.equals(leader);
                            CandidateState state = leads ? CandidateState.LEADER : CandidateState.FOLLOWER;
                            return new InstanceStatus(
                                    "job",
                                    id,
                                    leads,
                                    state,
                                    0,
                                    0,
                                    true,
                                    at(published).time());
                        })
                        .toList());
    }

    private static ElectionStatus leaderless(String... ids) {
        return new ElectionStatus(
                "job",
                Optional.empty(),
                Stream.of(ids)
                        .map(id -> new InstanceStatus("job", id, false, CandidateState.FOLLOWER, 0, 0, true, START))
                        .toList());
    }
}
