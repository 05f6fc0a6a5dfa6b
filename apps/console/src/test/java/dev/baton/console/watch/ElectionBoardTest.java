package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.console.TestConsole;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.support.json.Json;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The state of the board, and what it publishes in the feed. */
class ElectionBoardTest {
    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");
    private static final ElectionKey NIGHTLY = new ElectionKey("s0", "nightly");

    private final ManualClock clock = new ManualClock();
    private final ConsoleFeed feed = new ConsoleFeed();
    private final ElectionBoard board = new ElectionBoard(clock, feed);

    @Test // FILE-12
    void leaderWithoutNewStatusAgesOut() {
        List<InstanceStatus> statuses = List.of(status("a", true, START), status("b", false, START));
        readRoster(statuses);
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofSeconds(5));
            readRoster(statuses);
            board.tick();
        }
        assertThat(row().live().leader()).isPresent();
        clock.advance(Duration.ofMillis(1));
        board.tick();
        assertThat(row().live().leader()).isEmpty();
        assertThat(row().live().instances()).isEmpty();
        assertThat(kinds()).contains("aged_out");
    }

    @Test // FILE-12
    void pauseOfTheConsoleIsLoggedAndDoesNotAgeInstances() {
        List<InstanceStatus> statuses = List.of(status("a", true, START));
        readRoster(statuses);
        clock.advance(Duration.ofMinutes(5));
        board.updateLeader(NIGHTLY, Optional.of(leader("a", 1)));
        assertThat(row().live().leader()).isPresent();
        assertThat(kinds()).containsExactly("paused");
        assertThat(feed.log().get(0)).contains("300000 ms");
        for (int i = 0; i < 4; i++) {
            clock.advance(Duration.ofSeconds(5));
            board.tick();
        }
        assertThat(kinds()).containsExactly("paused", "aged_out");
    }

    @Test // FILE-12
    void instancesOfAStoreThatCannotBeReadAreNotLoggedAsMissing() {
        readRoster(List.of(status("a", true, START), status("b", false, START)));
        for (int i = 0; i < 4; i++) {
            clock.advance(Duration.ofSeconds(5));
            board.storeUnreadable("s0", clock.nanos());
            board.tick();
        }
        assertThat(row().live().instances()).isEmpty();
        assertThat(kinds()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        readRoster(List.of(status("a", true, START.plusSeconds(20)), status("c", false, START.plusSeconds(20))));
        assertThat(kinds()).containsExactly("joined", "left");
        assertThat(feed.log().get(0)).contains("\"c\"");
        assertThat(feed.log().get(1)).contains("\"b\"");
    }

    @Test // API-9
    void logsHowLongTheSuccessorOfACrashedLeaderTook() {
        readRoster(List.of(status("i1", true, START)));
        board.updateLeader(NIGHTLY, Optional.of(leader("i1", 1)));
        board.updateTenures(NIGHTLY, List.of(tenure(1, 0, Optional.empty())), true);
        Optional<FormerLeader> former = board.updateLeader(NIGHTLY, Optional.of(leader("i2", 2)));
        assertThat(former).contains(new FormerLeader(1, START));
        ConsoleTenure crashed = new ConsoleTenure(
                tenure(1, 0, Optional.of(3L)).recorded(), Optional.empty(), former.map(FormerLeader::seen));
        board.updateTenures(NIGHTLY, List.of(crashed, tenure(2, 3, Optional.empty())), false);
        board.updateTenures(NIGHTLY, List.of(crashed, tenure(2, 3, Optional.empty())), true);
        assertThat(kinds()).containsExactly("leads", "ended", "took_over");
        assertThat(feed.log().get(2)).contains("at most 3000 ms");
    }

    @Test // API-9
    void lastStatusOfALeaderCountsAfterItHasLeftTheRoster() {
        readRoster(List.of(status("i1", true, START)));
        board.updateLeader(NIGHTLY, Optional.of(leader("i1", 1)));
        readRoster(List.of(status("i2", false, START)));
        assertThat(board.updateLeader(NIGHTLY, Optional.of(leader("i2", 2)))).contains(new FormerLeader(1, START));
    }

    @Test // FILE-12
    void publishesNothingForStatusesThatDifferInTimeOnly() {
        readRoster(List.of(status("a", true, START)));
        long before = feed.last();
        for (int i = 1; i <= 10; i++) {
            clock.advance(Duration.ofSeconds(5));
            readRoster(List.of(status("a", true, START.plusSeconds(5L * i))));
            board.tick();
        }
        assertThat(feed.last()).isEqualTo(before);
        assertThat(row().live().leader()).isPresent();
    }

    @Test // FILE-12
    void logsInstancesThatJoinLeaveAndLead() {
        readRoster(List.of(status("a", true, START)));
        board.updateLeader(NIGHTLY, Optional.of(leader("a", 1)));
        assertThat(feed.log()).isEmpty();
        readRoster(List.of(status("a", true, START), status("b", false, START)));
        readRoster(List.of(status("b", false, START)));
        board.updateLeader(NIGHTLY, Optional.empty());
        board.updateLeader(NIGHTLY, Optional.of(leader("b", 2)));
        assertThat(kinds()).containsExactly("joined", "left", "nobody_leads", "leads");
    }

    @Test // FILE-12
    void leaderOfAnotherProgramIsLoggedAndShownWithoutAnEpoch() {
        readRoster(List.of());
        board.updateLeader(NIGHTLY, Optional.of(leader("a", 1)));
        board.updateLeader(NIGHTLY, Optional.of(leader("native", 0)));
        assertThat(feed.log().get(0)).contains("\"instance_id\":\"native\",\"epoch\":null,");
        assertThat(Json.write(ElectionRowJson.of(row(), clock.nanos()))).contains("\"native\",\"epoch\":null,");
    }

    @Test // FILE-12
    void successorIsTheHealthyStandbyWithTheHighestPriority() {
        readRoster(List.of(
                status("a", true, START),
                new InstanceStatus("nightly", "b", false, CandidateState.FOLLOWER, 0, 9, false, START),
                new InstanceStatus("nightly", "c", false, CandidateState.FOLLOWER, 0, 5, true, START),
                new InstanceStatus("nightly", "d", false, CandidateState.FOLLOWER, 0, 1, true, START)));
        assertThat(row().successor()).contains("c");
    }

    @Test // API-9
    void publishesAnOverlapOnce() {
        ConsoleTenure first = tenure(1, 0, Optional.of(60L));
        ConsoleTenure second = tenure(2, 30, Optional.empty());
        readRoster(List.of());
        board.updateTenures(NIGHTLY, List.of(first, second), true);
        board.updateTenures(NIGHTLY, List.of(first, second), true);
        assertThat(kinds()).containsOnlyOnce("overlap");
        assertThat(row().summary().overlaps()).hasSize(1);
    }

    @Test // API-9
    void statusesDoNotCauseOverlaps() {
        readRoster(List.of(status("a", true, START), status("b", true, START)));
        assertThat(row().summary().overlaps()).isEmpty();
        assertThat(kinds()).doesNotContain("overlap");
    }

    @Test // FILE-12
    void ignoresARosterThatWasReadEarlier() {
        readRoster(List.of(status("a", true, START)));
        long earlier = clock.nanos();
        clock.advance(Duration.ofMillis(50));
        board.updateRoster(NIGHTLY, List.of(status("a", true, START), status("b", false, START)), clock.nanos());
        board.updateStore("s0", Set.of("nightly"), List.of(status("a", true, START)), earlier);
        assertThat(row().live().instances()).hasSize(2);
        assertThat(kinds()).containsExactly("joined");
        readRoster(List.of(status("a", true, START)));
        assertThat(row().live().instances()).hasSize(1);
    }

    @Test // FILE-12
    void isSettledIfRosterAndStoreNameTheSameTenure() {
        readRoster(List.of(status("a", true, START), status("b", false, START)));
        assertThat(board.isSettled(NIGHTLY))
                .as("only the roster names a leader")
                .isFalse();
        board.updateLeader(NIGHTLY, Optional.of(leader("a", 1)));
        assertThat(board.isSettled(NIGHTLY)).isTrue();
        board.updateLeader(NIGHTLY, Optional.of(leader("a", 2)));
        assertThat(board.isSettled(NIGHTLY))
                .as("the roster names an earlier tenure of the same leader")
                .isFalse();
        board.updateLeader(NIGHTLY, Optional.of(leader("b", 2)));
        assertThat(board.isSettled(NIGHTLY)).isFalse();
        readRoster(List.of());
        board.updateLeader(NIGHTLY, Optional.empty());
        assertThat(board.isSettled(NIGHTLY)).isTrue();
    }

    @Test // API-7
    void removesElectionsThatTheStoreNoLongerHas() {
        readRoster(List.of(status("a", true, START)));
        board.updateStore("s0", Set.of("other"), List.of(), clock.nanos());
        assertThat(board.row("nightly", Optional.empty())).isEmpty();
        assertThat(feed.after(0, 100).orElseThrow())
                .extracting(FeedMessage::kind)
                .contains("gone");
    }

    @Test // API-7
    void twoStoresCanHaveElectionsWithTheSameName() {
        board.updateStore("s0", Set.of("nightly"), List.of(status("a", true, START)), clock.nanos());
        board.updateStore("s1", Set.of("nightly"), List.of(status("z", true, START)), clock.nanos());
        assertThat(board.rows()).hasSize(2);
        assertThat(board.row("nightly", Optional.of("s1"))
                        .orElseThrow()
                        .live()
                        .leader()
                        .orElseThrow()
                        .instanceId())
                .isEqualTo("z");
    }

    @Test // FILE-12
    void updateOfOneElectionDoesNotWaitForAnUpdateOfAllOthers() throws InterruptedException {
        List<String> names = IntStream.range(0, 100)
                .mapToObj(i -> String.format("e-%02d", i))
                .toList();
        List<InstanceStatus> statuses =
                names.stream().map(ElectionBoardTest::leaderOf).toList();
        Thread update = NamedThreads.daemon(
                "update", () -> board.updateLeader(new ElectionKey("s0", "other"), Optional.of(leader("a", 7))));
        AtomicBoolean started = new AtomicBoolean();
        feed.addListener(() -> {
            if (started.compareAndSet(false, true)) {
                update.start();
                // It waits for the lock before the update of the first election ends.
                TestConsole.await("the update waits for the lock", () -> update.getState() == Thread.State.WAITING);
            }
        });

        board.updateStore("s0", new TreeSet<>(names), statuses, clock.nanos());
        update.join(30_000);

        List<String> published = feed.after(0, 1_000).orElseThrow().stream()
                .filter(message -> message.kind().equals("election"))
                .map(FeedMessage::data)
                .toList();
        assertThat(published).hasSize(101);
        assertThat(published.get(1)).contains("\"epoch\":7");
    }

    @Test // FILE-12
    void overviewShowsTheElectionsThatNeedAttentionMost() {
        Set<String> names = Set.of("alpha", "beta", "frozen", "gamma", "nightly");
        board.updateStore("s0", names, List.of(leaderOf("alpha"), leaderOf("gamma"), leaderOf("nightly")), 1);
        board.updateLeader(
                new ElectionKey("s0", "frozen"),
                Optional.of(new LeaderInfo("frozen", "a", 1, START, Optional.empty())));
        board.updateTenures(
                NIGHTLY, List.of(tenure(1, -300, Optional.of(-200L)), tenure(2, -190, Optional.empty())), true);
        assertThat(board.worst(4))
                .extracting(past -> past.row().key().election())
                .containsExactly("beta", "frozen", "nightly", "alpha");
    }

    @Test // API-8
    void showsTheLatestTransferAndItsEndOnly() {
        readRoster(List.of(status("a", true, START), status("b", false, START)));
        RequestedTransfer first = transfer("r1");
        RequestedTransfer second = transfer("r2");
        board.setTransfer(first);
        board.setTransfer(second);
        board.updateTransfer(first.next(Optional.of(leader("b", 2)), Optional.empty(), clock.nanos()));
        assertThat(row().transfer()).contains(second);
        RequestedTransfer done = second.next(Optional.of(leader("b", 2)), Optional.empty(), clock.nanos());
        long revision = row().revision();
        board.updateTransfer(done);
        assertThat(row().transfer()).contains(done);
        assertThat(row().revision()).isGreaterThan(revision);
        board.updateTransfer(second);
        assertThat(row().transfer()).contains(done);
    }

    private RequestedTransfer transfer(String id) {
        return new RequestedTransfer(NIGHTLY, id, "b", "127.0.0.1", clock.nanos());
    }

    private static InstanceStatus leaderOf(String election) {
        return new InstanceStatus(election, "a", true, CandidateState.LEADER, 1, 0, true, START);
    }

    private void readRoster(List<InstanceStatus> statuses) {
        board.updateStore("s0", Set.of("nightly"), statuses, clock.nanos());
    }

    private ElectionRow row() {
        return board.row("nightly", Optional.empty()).orElseThrow();
    }

    private List<String> kinds() {
        return feed.log().stream()
                .map(line -> line.replaceAll(".*\"kind\":\"([a-z_]+)\".*", "$1"))
                .toList();
    }

    private static InstanceStatus status(String id, boolean isLeader, Instant time) {
        return new InstanceStatus(
                "nightly",
                id,
                isLeader,
                isLeader ? CandidateState.LEADER : CandidateState.FOLLOWER,
                isLeader ? 1 : 0,
                0,
                true,
                time);
    }

    private static LeaderInfo leader(String id, long epoch) {
        return new LeaderInfo("nightly", id, epoch, START, Optional.empty());
    }

    private static ConsoleTenure tenure(long epoch, long from, Optional<Long> to) {
        return new ConsoleTenure(
                new Tenure(
                        epoch,
                        "i" + epoch,
                        START.plusSeconds(from),
                        to.map(START::plusSeconds),
                        to.map(end -> "expired")),
                Optional.empty(),
                Optional.empty());
    }

    private static final class ManualClock implements BatonClock {
        private long nanos = 1_000_000_000_000L;
        private long wall = START.toEpochMilli();

        void advance(Duration by) {
            nanos += by.toNanos();
            wall += by.toMillis();
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long wallMillis() {
            return wall;
        }
    }
}
