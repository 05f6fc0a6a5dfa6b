package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.console.Watched;
import dev.baton.console.history.ConsoleTenure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the desk tells, and what it keeps to itself. */
class ElectionBoardTest {
    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");
    private static final ElectionKey NIGHTLY = new ElectionKey("s0", "nightly");

    private final SteeredClock clock = new SteeredClock();
    private final ConsoleFeed feed = new ConsoleFeed();
    private final ElectionBoard desk = new ElectionBoard(clock, feed);

    @Test // FILE-12
    void withoutANewFrameALeaderAgesOutOnTheClock() {
        List<InstanceStatus> frames = List.of(frame("a", true, START), frame("b", false, START));
        look(frames);
        clock.advance(Duration.ofSeconds(15));
        look(frames);
        desk.tick();
        assertThat(row().live().leader()).isPresent();
        clock.advance(Duration.ofMillis(1));
        desk.tick();
        assertThat(row().live().leader()).isEmpty();
        assertThat(row().live().instances()).isEmpty();
        assertThat(kinds()).contains("aged_out");
    }

    @Test // FILE-12
    void freshFramesThatSayNothingNewAreNotTold() {
        look(List.of(frame("a", true, START)));
        long before = told();
        for (int i = 1; i <= 10; i++) {
            clock.advance(Duration.ofSeconds(5));
            look(List.of(frame("a", true, START.plusSeconds(5L * i))));
            desk.tick();
        }
        assertThat(told()).isEqualTo(before);
        assertThat(row().live().leader()).isPresent();
    }

    @Test // FILE-12
    void whoComesGoesAndLeadsIsLogged() {
        look(List.of(frame("a", true, START)));
        desk.leads(NIGHTLY, Optional.of(leader("a", 1)));
        assertThat(feed.log()).isEmpty();
        look(List.of(frame("a", true, START), frame("b", false, START)));
        look(List.of(frame("b", false, START)));
        desk.leads(NIGHTLY, Optional.empty());
        desk.leads(NIGHTLY, Optional.of(leader("b", 2)));
        assertThat(kinds()).containsExactly("joined", "left", "nobody_leads", "leads");
    }

    @Test // FILE-12
    void theStepDownGoesToTheFittestStandby() {
        look(List.of(
                frame("a", true, START),
                new InstanceStatus("nightly", "b", false, CandidateState.FOLLOWER, 0, 9, false, START),
                new InstanceStatus("nightly", "c", false, CandidateState.FOLLOWER, 0, 5, true, START),
                new InstanceStatus("nightly", "d", false, CandidateState.FOLLOWER, 0, 1, true, START)));
        assertThat(row().fittestStandby()).contains("c");
    }

    @Test // API-9
    void anOverlapIsToldOnce() {
        ConsoleTenure first = reign(1, 0, Optional.of(60L));
        ConsoleTenure second = reign(2, 30, Optional.empty());
        look(List.of());
        desk.reigned(NIGHTLY, List.of(first, second));
        desk.reigned(NIGHTLY, List.of(first, second));
        assertThat(kinds()).containsOnlyOnce("overlap");
        assertThat(row().summary().overlaps()).hasSize(1);
    }

    @Test // API-9
    void framesAloneRaiseNoAlarm() {
        look(List.of(frame("a", true, START), frame("b", true, START)));
        assertThat(row().summary().overlaps()).isEmpty();
        assertThat(kinds()).doesNotContain("overlap");
    }

    @Test // FILE-12
    void aLookAtTheWholeStoreThatBeganEarlierTakesNothingBack() {
        look(List.of(frame("a", true, START)));
        long began = clock.nanos();
        clock.advance(Duration.ofMillis(50));
        desk.listed(NIGHTLY, List.of(frame("a", true, START), frame("b", false, START)), clock.nanos());
        desk.listed("s0", Set.of("nightly"), List.of(frame("a", true, START)), began);
        assertThat(row().live().instances()).hasSize(2);
        assertThat(kinds()).containsExactly("joined");
        look(List.of(frame("a", true, START)));
        assertThat(row().live().instances()).hasSize(1);
    }

    @Test // FILE-12
    void anElectionIsSettledWhenRosterAndStoreNameTheSameReign() {
        look(List.of(frame("a", true, START), frame("b", false, START)));
        assertThat(desk.isSettled(NIGHTLY)).as("only the roster names one").isFalse();
        desk.leads(NIGHTLY, Optional.of(leader("a", 1)));
        assertThat(desk.isSettled(NIGHTLY)).isTrue();
        desk.leads(NIGHTLY, Optional.of(leader("a", 2)));
        assertThat(desk.isSettled(NIGHTLY))
                .as("an earlier reign of the same one")
                .isFalse();
        desk.leads(NIGHTLY, Optional.of(leader("b", 2)));
        assertThat(desk.isSettled(NIGHTLY)).isFalse();
        look(List.of());
        desk.leads(NIGHTLY, Optional.empty());
        assertThat(desk.isSettled(NIGHTLY)).isTrue();
    }

    @Test // API-7
    void anElectionThatTheStoreForgotIsGone() {
        look(List.of(frame("a", true, START)));
        desk.listed("s0", Set.of("other"), List.of(), clock.nanos());
        assertThat(desk.row("nightly", Optional.empty())).isEmpty();
        assertThat(feed.after(0, 100).orElseThrow())
                .extracting(FeedMessage::kind)
                .contains("gone");
    }

    @Test // API-7
    void twoStoresMayHaveElectionsOfOneName() {
        desk.listed("s0", Set.of("nightly"), List.of(frame("a", true, START)), clock.nanos());
        desk.listed("s1", Set.of("nightly"), List.of(frame("z", true, START)), clock.nanos());
        assertThat(desk.rows()).hasSize(2);
        assertThat(desk.row("nightly", Optional.of("s1"))
                        .orElseThrow()
                        .live()
                        .leader()
                        .orElseThrow()
                        .instanceId())
                .isEqualTo("z");
    }

    @Test // FILE-12
    void newsOfOneElectionWaitsForNoLookAtAllTheOthers() throws InterruptedException {
        List<String> names = IntStream.range(0, 100)
                .mapToObj(i -> String.format("e-%02d", i))
                .toList();
        List<InstanceStatus> frames =
                names.stream().map(ElectionBoardTest::frameOf).toList();
        Thread news = new Thread(() -> desk.leads(new ElectionKey("s0", "news"), Optional.of(leader("a", 7))));
        AtomicBoolean begun = new AtomicBoolean();
        feed.listen(() -> {
            if (begun.compareAndSet(false, true)) {
                news.start();
                // It stands in the line before the look at the first election is over.
                Watched.await("the news stand in line", () -> news.getState() == Thread.State.WAITING);
            }
        });

        desk.listed("s0", new TreeSet<>(names), frames, clock.nanos());
        news.join(30_000);

        List<String> told = feed.after(0, 1_000).orElseThrow().stream()
                .filter(each -> each.kind().equals("election"))
                .map(FeedMessage::data)
                .toList();
        assertThat(told).hasSize(101);
        assertThat(told.get(1)).contains("\"epoch\":7");
    }

    private static InstanceStatus frameOf(String election) {
        return new InstanceStatus(election, "a", true, CandidateState.LEADER, 1, 0, true, START);
    }

    private void look(List<InstanceStatus> frames) {
        desk.listed("s0", Set.of("nightly"), frames, clock.nanos());
    }

    private ElectionRow row() {
        return desk.row("nightly", Optional.empty()).orElseThrow();
    }

    private long told() {
        return feed.sequence(feed.place()).orElseThrow();
    }

    private List<String> kinds() {
        return feed.log().stream()
                .map(line -> line.replaceAll(".*\"kind\":\"([a-z_]+)\".*", "$1"))
                .toList();
    }

    private static InstanceStatus frame(String id, boolean leads, Instant time) {
        return new InstanceStatus(
                "nightly",
                id,
                leads,
                leads ? CandidateState.LEADER : CandidateState.FOLLOWER,
                leads ? 1 : 0,
                0,
                true,
                time);
    }

    private static LeaderInfo leader(String id, long epoch) {
        return new LeaderInfo("nightly", id, epoch, START, Optional.empty());
    }

    private static ConsoleTenure reign(long epoch, long from, Optional<Long> to) {
        return new ConsoleTenure(
                epoch,
                "i" + epoch,
                START.plusSeconds(from),
                to.map(START::plusSeconds),
                to.map(end -> "expired"),
                Optional.empty());
    }

    private static final class SteeredClock implements BatonClock {
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
