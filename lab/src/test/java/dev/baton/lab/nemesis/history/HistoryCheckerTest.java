package dev.baton.lab.nemesis.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.nemesis.history.HistoryEvent.Acquired;
import dev.baton.lab.nemesis.history.HistoryEvent.Beat;
import dev.baton.lab.nemesis.history.HistoryEvent.Closed;
import dev.baton.lab.nemesis.history.HistoryEvent.Damaged;
import dev.baton.lab.nemesis.history.HistoryEvent.Ended;
import dev.baton.lab.nemesis.history.HistoryEvent.Healed;
import dev.baton.lab.nemesis.history.HistoryEvent.Killed;
import dev.baton.lab.nemesis.history.HistoryEvent.Left;
import dev.baton.lab.nemesis.history.HistoryEvent.Stopping;
import dev.baton.lab.nemesis.history.HistoryEvent.Unreconciled;
import dev.baton.lab.nemesis.history.HistoryEvent.Valid;
import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;
import dev.baton.lab.nemesis.history.HistoryEvent.Written;
import dev.baton.lab.nemesis.history.RuleViolation.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Planted histories: one for every promise that can be broken, and the harmless ones beside them. */
class HistoryCheckerTest {

    private static ProcessHistory candidates(String process, HistoryEvent... events) {
        return new ProcessHistory(process, ProcessHistory.Kind.CANDIDATES, List.of(events));
    }

    private static ProcessHistory command(String process, HistoryEvent... events) {
        return new ProcessHistory(process, ProcessHistory.Kind.COMMAND, List.of(events));
    }

    private static ProcessHistory trial(HistoryEvent... events) {
        return new ProcessHistory("", ProcessHistory.Kind.TRIAL, List.of(events));
    }

    private static List<Kind> check(ProcessHistory... histories) {
        return new HistoryChecker()
                .check(List.of(histories)).stream().map(RuleViolation::kind).toList();
    }

    private static final ProcessHistory GOOD_A = candidates(
            "a",
            new Acquired("e", 1, 0, 100),
            new Valid("e", 1, 110, 111),
            new Valid("e", 1, 190, 195),
            new Ended("e", 1, 0, 240, "released:resigned"),
            new Closed(900));

    private static final ProcessHistory GOOD_B = candidates(
            "b",
            new Acquired("e", 2, 0, 210),
            new Valid("e", 2, 220, 221),
            new Ended("e", 2, 0, 300, "lost:expired"),
            new Closed(900));

    @Test // API-1: the end may be notified after the next leader began, as long as the validity had ended
    void tenuresOneAfterTheOtherAreNoViolation() {
        assertThat(check(GOOD_A, GOOD_B)).isEmpty();
    }

    @Test // API-2
    void readingThatBeganAfterALaterLeaderIsAnOverlap() {
        ProcessHistory late = candidates(
                "a",
                new Acquired("e", 1, 0, 100),
                new Valid("e", 1, 211, 212),
                new Ended("e", 1, 0, 240, "lost:expired"),
                new Closed(900));
        assertThat(check(late, GOOD_B)).containsExactly(Kind.OVERLAP);
    }

    @Test // API-2: frozen between the two clock readings, isValid() may have been called before the later leader
    void readingThatBeganBeforeALaterLeaderProvesNothing() {
        ProcessHistory slow = candidates(
                "a",
                new Acquired("e", 1, 0, 100),
                new Valid("e", 1, 209, 5000),
                new Ended("e", 1, 0, 5001, "lost:expired"),
                new Closed(9000));
        assertThat(check(slow, GOOD_B)).isEmpty();
    }

    @Test // API-2: the reader of the later one was frozen before its notification, its reading comes first
    void readingOfTheLaterLeaderCountsAsItsAnnouncement() {
        ProcessHistory early = candidates("b", new Valid("e", 2, 150, 160), new Acquired("e", 2, 0, 500));
        assertThat(check(GOOD_A, early, trial(new Killed("b", 600)))).containsExactly(Kind.OVERLAP);
    }

    @Test // FENCE-1
    void sameEpochInTwoProcessesIsAViolation() {
        ProcessHistory again = candidates(
                "c", new Acquired("e", 2, 0, 400), new Ended("e", 2, 0, 500, "released:resigned"), new Closed(900));
        assertThat(check(GOOD_A, GOOD_B, again)).containsExactly(Kind.EPOCH_REPEATED);
    }

    @Test // FENCE-1
    void lowerEpochThatBeginsLaterIsAViolation() {
        ProcessHistory back = candidates(
                "c",
                new Acquired("e", 1, 0, 400),
                new Valid("e", 1, 410, 411),
                new Ended("e", 1, 0, 500, "released:resigned"),
                new Closed(900));
        assertThat(check(GOOD_B, back)).containsExactly(Kind.EPOCH_WENT_BACK);
    }

    @Test // FENCE-1: a process that was frozen before its notification, and does not lead
    void lateNotificationOfAnInvalidLeadershipIsNoViolation() {
        ProcessHistory thawed = candidates(
                "c", new Acquired("e", 1, 0, 400), new Ended("e", 1, 0, 401, "lost:expired"), new Closed(900));
        assertThat(check(GOOD_B, thawed)).isEmpty();
    }

    @Test // PG-11
    void tenureWithoutAnEndIsAViolation() {
        assertThat(check(candidates("a", new Acquired("e", 1, 0, 100), new Closed(900))))
                .containsExactly(Kind.NOT_CLOSED_ONCE);
    }

    @Test // PG-11
    void tenureWithTwoEndsIsAViolation() {
        assertThat(check(candidates(
                        "a",
                        new Acquired("e", 1, 0, 100),
                        new Ended("e", 1, 0, 200, "lost:expired"),
                        new Ended("e", 1, 0, 201, "released:resigned"),
                        new Closed(900))))
                .containsExactly(Kind.NOT_CLOSED_ONCE);
    }

    @Test // PG-11
    void secondTenureBeforeTheEndOfTheFirstIsAViolation() {
        assertThat(check(candidates(
                        "a",
                        new Acquired("e", 1, 0, 100),
                        new Acquired("e", 2, 0, 200),
                        new Ended("e", 2, 0, 300, "lost:expired"),
                        new Closed(900))))
                .containsExactly(Kind.NOT_CLOSED_ONCE);
    }

    @Test // PG-11
    void endOfAnotherEpochIsAViolation() {
        assertThat(check(candidates(
                        "a", new Acquired("e", 2, 0, 100), new Ended("e", 1, 0, 200, "lost:expired"), new Closed(900))))
                .containsExactly(Kind.NOT_CLOSED_ONCE);
    }

    @Test // PG-11
    void killedProcessNeedsNoEnd() {
        assertThat(check(candidates("a", new Acquired("e", 1, 0, 100)), trial(new Killed("a", 150))))
                .isEmpty();
    }

    @Test
    void processThatEndsByItselfIsAViolation() {
        assertThat(check(candidates("a", new Acquired("e", 1, 0, 100)))).containsExactly(Kind.UNEXPECTED_END);
        assertThat(check(candidates("a"))).containsExactly(Kind.UNEXPECTED_END);
        ProcessHistory stopping = trial(new Stopping("a", 150));
        assertThat(check(candidates("a", new Acquired("e", 1, 0, 100)), stopping))
                .containsExactly(Kind.UNEXPECTED_END);
    }

    @Test
    void processThatIsStoppedWhileItStartsNeedsNoEvent() {
        assertThat(check(candidates("a"), trial(new Stopping("a", 150)))).isEmpty();
    }

    @Test // FENCE-2
    void acceptedWriteOfAFormerLeaderIsAViolation() {
        assertThat(check(
                        candidates("a2", written(1, 260, WriteOutcome.ACCEPTED), new Closed(900)),
                        candidates("b2", written(2, 250, WriteOutcome.ACCEPTED), new Closed(900))))
                .containsExactly(Kind.STALE_WRITE);
    }

    @Test // FENCE-2
    void refusedUnknownAndUnguardedWritesAreNotJudged() {
        for (WriteOutcome outcome : List.of(WriteOutcome.REFUSED, WriteOutcome.UNKNOWN, WriteOutcome.UNGUARDED)) {
            assertThat(check(
                            candidates("a2", written(1, 260, outcome), new Closed(900)),
                            candidates("b2", written(2, 250, WriteOutcome.ACCEPTED), new Closed(900))))
                    .isEmpty();
        }
    }

    private static HistoryEvent written(long epoch, long sent, WriteOutcome outcome) {
        return new Written("file", "e", epoch, sent, sent + 1, outcome);
    }

    @Test // API-3
    void commandAfterTheNextTenureBeganIsAViolation() {
        assertThat(check(GOOD_A, GOOD_B, command("run", new Beat("e", 1, 150), new Beat("e", 1, 215))))
                .containsExactly(Kind.COMMAND_OVERLAP);
        assertThat(check(GOOD_A, GOOD_B, command("run", new Beat("e", 1, 150), new Beat("e", 2, 215))))
                .isEmpty();
    }

    @Test
    void electionWithoutALeaderAfterTheFaultsIsAViolation() {
        assertThat(check(GOOD_A, GOOD_B, trial(new Healed(1, 205, 50)))).isEmpty();
        assertThat(check(GOOD_A, GOOD_B, trial(new Healed(1, 120, 50)))).containsExactly(Kind.NO_LEADER);
        assertThat(check(GOOD_A, GOOD_B, trial(new Healed(1, 400, 50)))).containsExactly(Kind.NO_LEADER);
    }

    @Test
    void whatIsLeftBehindIsAViolation() {
        assertThat(check(GOOD_A, trial(new Left("process 17", 950)))).containsExactly(Kind.LEFT_BEHIND);
    }

    @Test
    void everyEventIsReadAsItWasWritten() {
        List<HistoryEvent> all = List.of(
                new Acquired("e", 1, 2, 3),
                new Ended("e", 1, 2, 3, "lost:expired"),
                new Valid("e", 1, 2, 3),
                written(4, 5, WriteOutcome.UNKNOWN),
                new Beat("e", 6, 7),
                new Closed(8),
                new Killed("p0-1", 9),
                new Stopping("p0-1", 9),
                new HistoryEvent.Injected(1, "kill+freeze", 10),
                new Healed(1, 11, 12),
                new Left("a_file", 13));
        assertThat(all.stream().map(HistoryEvent::line).map(HistoryEvent::parse))
                .containsExactlyElementsOf(all);
    }

    @Test // LEASE-7
    void recordThatDoesNotAgreeWithItsResourceIsAViolationAlsoWhileTheTrialRuns() {
        HistoryEvent lost = new Unreconciled(3, "the record of r1 is lost", 500);
        assertThat(HistoryEvent.parse(lost.line()).line()).isEqualTo(lost.line());
        assertThat(check(GOOD_A, GOOD_B, trial(lost))).containsExactly(Kind.NOT_RECONCILED);
        assertThat(new HistoryChecker().checkRunning(List.of(trial(lost)))).hasSize(1);
    }

    @Test
    void eventsOfRunAreReadFromItsJson() {
        String line = "{\"time\":\"2026-11-15T10:11:38.480Z\",\"mono_ns\":4246648702820,\"election\":\"nightly\","
                + "\"instance_id\":\"b\",\"event\":\"EVENT\",\"epoch\":2,\"reason\":\"expired\"}";
        assertThat(HistoryFolder.parse(ProcessHistory.Kind.RUN, line.replace("EVENT", "acquired")))
                .contains(new Acquired("nightly", 2, 0, 4246648702820L));
        assertThat(HistoryFolder.parse(ProcessHistory.Kind.RUN, line.replace("EVENT", "lost")))
                .contains(new Ended("nightly", 2, 0, 4246648702820L, "lost:expired"));
        assertThat(HistoryFolder.parse(ProcessHistory.Kind.RUN, line.substring(0, 40)))
                .isEmpty();
    }

    @Test
    void changedFilesOfOthersAreAViolationAlsoWhileTheTrialRuns() {
        ProcessHistory trial = trial(new Damaged(3, "/foreign/important.json was deleted", 500));
        assertThat(check(GOOD_A, GOOD_B, trial)).containsExactly(Kind.FOREIGN_FILES);
        assertThat(new HistoryChecker().checkRunning(List.of(trial))).hasSize(1);
    }

    @Test // API-2: a command that is frozen writes nothing, but exists
    void commandThatTheTrialSawAfterTheNextTenureBeganIsAViolation() {
        ProcessHistory seen = command("frozen-77", new Beat("e", 1, 260));
        assertThat(check(GOOD_A, GOOD_B, seen)).containsExactly(Kind.COMMAND_OVERLAP);
        assertThat(check(GOOD_A, GOOD_B, command("frozen-77", new Beat("e", 1, 205))))
                .isEmpty();
    }
}
