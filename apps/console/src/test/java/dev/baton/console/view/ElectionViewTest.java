package dev.baton.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.ClockReading;
import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.JsonException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every rule of the derivation from frames to view. */
class ElectionViewTest {
    private static final long WALL = Instant.parse("2026-11-15T12:00:00Z").toEpochMilli();
    private static final ClockReading NOW = new ClockReading(5_000_000_000_000L, WALL);

    private final ElectionView nobody = ElectionView.of("nightly");

    @Test // FILE-12
    void aSingleLeaderHasTheBadgeAndNoMenu() {
        LiveInstances live = nobody.after(List.of(leader("a", 1, 0)), NOW).at(NOW.nanos());
        assertThat(badge(live)).isEqualTo("a");
        assertThat(live.hasMenu()).isFalse();
    }

    @Test // FILE-12
    void threeInstancesHaveOneBadgeAndAMenuWhereTheLeaderCannotBeChosen() {
        LiveInstances live = nobody.after(List.of(standby("a", 0), leader("b", 7, 0), standby("c", 0)), NOW)
                .at(NOW.nanos());
        assertThat(badge(live)).isEqualTo("b");
        assertThat(live.hasMenu()).isTrue();
        assertThat(live.instances().stream().filter(live::canLead).map(InstanceSighting::instanceId))
                .containsExactly("a", "c");
    }

    @Test // FILE-12
    void withoutALiveInstanceThereIsNeitherBadgeNorMenu() {
        LiveInstances live = nobody.at(NOW.nanos());
        assertThat(live.leader()).isEmpty();
        assertThat(live.hasMenu()).isFalse();
    }

    @Test // FILE-12
    void standbysAloneHaveAMenuAndNoBadge() {
        LiveInstances live =
                nobody.after(List.of(standby("a", 0), standby("b", 0)), NOW).at(NOW.nanos());
        assertThat(live.leader()).isEmpty();
        assertThat(live.hasMenu()).isTrue();
        assertThat(live.instances()).allMatch(live::canLead);
    }

    @Test // FILE-12
    void malformedFramesAreDropped() {
        String sound = StatusJson.write(leader("a", 1, 0));
        List<String> lines = List.of(
                sound,
                "",
                "{",
                "[]",
                "null",
                sound.replace("leadership_status", "claim_leadership"),
                sound.replace("\"is_leader\":true", "\"is_leader\":\"yes\"").replace("\"a\"", "\"b\""),
                sound.replace("\"state\":\"leader\"", "\"state\":\"king\"").replace("\"a\"", "\"c\""),
                sound.replace("\"epoch\":1", "\"epoch\":\"1\"").replace("\"a\"", "\"d\""),
                sound.replace("\"epoch\":1", "\"epoch\":-1").replace("\"a\"", "\"e\""),
                sound.replace("\"instance_id\":\"a\"", "\"instance_id\":\"<img/src=x>\""),
                sound.replace("\"instance_id\":\"a\"", "\"instance_id\":\"../../a\""),
                sound.replace("\"instance_id\":\"a\"", "\"instance_id\":\"" + "x".repeat(200) + "\""),
                sound.replace("\"instance_id\":\"a\",", ""));
        LiveInstances live = nobody.after(read(lines), NOW).at(NOW.nanos());
        assertThat(live.instances()).extracting(InstanceSighting::instanceId).containsExactly("a");
    }

    @Test // FILE-12
    void framesOfAnUnparsableTimeAreDropped() {
        String sound = StatusJson.write(leader("a", 1, 0));
        String time = StatusJson.time(Instant.ofEpochMilli(WALL));
        List<String> lines = List.of(
                sound.replace(time, "yesterday"),
                sound.replace(time, ""),
                sound.replace("\"" + time + "\"", "null"),
                sound.replace("\"" + time + "\"", Long.toString(WALL)),
                sound.replace(time, "2026-13-45T99:00:00Z"));
        assertThat(nobody.after(read(lines), NOW)).isSameAs(nobody);
    }

    @Test // FILE-12
    void framesFromMoreThanFiveSecondsInTheFutureAreDropped() {
        ElectionView view = nobody.after(List.of(leader("soon", 1, -5_000), leader("late", 2, -5_001)), NOW);
        assertThat(view.instances()).extracting(InstanceSighting::instanceId).containsExactly("soon");
        assertThat(view.instances().get(0).age(NOW.nanos())).isZero();
    }

    @Test // FILE-12
    void theLatestFrameOfAnInstanceCounts() {
        ElectionView view = nobody.after(List.of(standby("a", 2_000), leader("a", 4, 1_000), standby("a", 3_000)), NOW);
        assertThat(view.instances()).hasSize(1);
        assertThat(badge(view.at(NOW.nanos()))).isEqualTo("a");
        ElectionView older = view.after(List.of(standby("a", 1_500)), NOW);
        assertThat(older).isSameAs(view);
    }

    @Test // FILE-12
    void ofTwoFramesOfOneMillisecondTheOneThatArrivedLaterCounts() {
        ElectionView view = nobody.after(List.of(leader("a", 4, 0)), NOW).after(List.of(standby("a", 0)), NOW);
        assertThat(view.at(NOW.nanos()).leader()).isEmpty();
    }

    @Test // FILE-12
    void anInstanceIsLiveForExactlyFifteenThousandMilliseconds() {
        ElectionView view = nobody.after(List.of(leader("a", 1, 0)), NOW);
        long last = NOW.nanos() + Duration.ofSeconds(15).toNanos();
        assertThat(badge(view.at(last))).isEqualTo("a");
        assertThat(view.at(last + 1).leader()).isEmpty();
        assertThat(view.at(last + 1).instances()).isEmpty();
        ElectionView old = nobody.after(List.of(leader("a", 1, 15_000), leader("b", 2, 15_001)), NOW);
        assertThat(old.at(NOW.nanos()).instances())
                .extracting(InstanceSighting::instanceId)
                .containsExactly("a");
    }

    @Test // FILE-12
    void aStepOfTheWallClockNeitherAgesNorRevives() {
        ElectionView view = nobody.after(List.of(leader("a", 1, 0)), NOW);
        ClockReading stepped =
                new ClockReading(NOW.nanos() + Duration.ofSeconds(1).toNanos(), WALL + 3_600_000);
        ElectionView same = view.after(List.of(leader("a", 1, 0)), stepped);
        assertThat(same).isSameAs(view);
        assertThat(badge(same.at(stepped.nanos()))).isEqualTo("a");
        ClockReading back =
                new ClockReading(NOW.nanos() + Duration.ofSeconds(16).toNanos(), WALL);
        assertThat(view.after(List.of(leader("a", 1, 0)), back).at(back.nanos()).instances())
                .isEmpty();
    }

    @Test // FILE-12
    void anInstanceThatVanishedFromTheRosterIsPruned() {
        ElectionView both = nobody.after(List.of(leader("a", 1, 0), standby("b", 0)), NOW);
        ElectionView one = both.after(List.of(standby("b", 0)), NOW);
        assertThat(one.instances()).extracting(InstanceSighting::instanceId).containsExactly("b");
        assertThat(one.at(NOW.nanos()).leader()).isEmpty();
    }

    @Test // FILE-12
    void ofSeveralLeadersTheFreshestHasTheBadge() {
        ElectionView view = nobody.after(List.of(leader("a", 9, 4_000), leader("b", 3, 1_000), standby("c", 0)), NOW);
        assertThat(badge(view.at(NOW.nanos()))).isEqualTo("b");
    }

    @Test // FILE-12
    void ofEquallyFreshLeadersTheHigherEpochHasTheBadge() {
        ElectionView view =
                nobody.after(List.of(leader("a", 8, 1_000), leader("z", 9, 1_000), leader("b", 7, 1_000)), NOW);
        assertThat(badge(view.at(NOW.nanos()))).isEqualTo("z");
    }

    @Test // FILE-12
    void inTheTwoLeaderMomentAfterACrashTheSuccessorHasTheBadgeAndTheCrashedOneAgesOut() {
        ElectionView view = nobody.after(List.of(leader("old", 1, 0), standby("new", 0)), NOW);
        ClockReading later = NOW.plus(Duration.ofSeconds(10));
        // The crashed leader's last frame still stands on the roster beside the successor's first.
        ElectionView two = view.after(List.of(leader("old", 1, 0), leader("new", 2, -10_000)), later);
        assertThat(two.instances()).filteredOn(seen -> seen.frame().isLeader()).hasSize(2);
        assertThat(badge(two.at(later.nanos()))).isEqualTo("new");
        assertThat(two.at(later.nanos()).hasMenu()).isTrue();
        long aged = NOW.nanos() + Duration.ofMillis(15_001).toNanos();
        assertThat(two.at(aged).instances())
                .extracting(InstanceSighting::instanceId)
                .containsExactly("new");
        assertThat(badge(two.at(aged))).isEqualTo("new");
    }

    @Test // FILE-12
    void theViewIsTheSameObjectUntilAFrameArrives() {
        List<InstanceStatus> frames = List.of(leader("a", 1, 0), standby("b", 100));
        ElectionView view = nobody.after(frames, NOW);
        assertThat(view.after(frames, NOW.plus(Duration.ofSeconds(3)))).isSameAs(view);
        assertThat(view.after(List.of(frames.get(1), frames.get(0)), NOW)).isSameAs(view);
        ClockReading later = NOW.plus(Duration.ofSeconds(5));
        assertThat(view.after(List.of(leader("a", 1, -5_000), standby("b", 100)), later))
                .isNotSameAs(view);
    }

    @Test // FILE-12
    void framesOfOtherElectionsAreNotItsOwn() {
        InstanceStatus foreign =
                new InstanceStatus("other", "a", true, CandidateState.LEADER, 1, 0, true, Instant.ofEpochMilli(WALL));
        assertThat(nobody.after(List.of(foreign), NOW)).isSameAs(nobody);
    }

    @Test // FILE-12
    void theOrderInWhichFramesAreListedMakesNoDifference() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<InstanceStatus> frames = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String id = Character.toString('a' + random.nextInt(4));
                long age = i * 1_500L + random.nextInt(1_400);
                frames.add(random.nextBoolean() ? leader(id, random.nextInt(9), age) : standby(id, age));
            }
            LiveInstances one = nobody.after(frames, NOW).at(NOW.nanos());
            java.util.Collections.shuffle(frames, random);
            assertThat(nobody.after(frames, NOW).at(NOW.nanos())).isEqualTo(one);
        }
    }

    /** As every store reads them. */
    private static List<InstanceStatus> read(List<String> lines) {
        return lines.stream().flatMap(line -> read(line).stream()).toList();
    }

    private static Optional<InstanceStatus> read(String line) {
        try {
            return Optional.of(StatusJson.readStatus(line));
        } catch (JsonException malformed) {
            return Optional.empty();
        }
    }

    private static String badge(LiveInstances live) {
        return live.leader().map(InstanceSighting::instanceId).orElse("nobody");
    }

    private static InstanceStatus leader(String id, long epoch, long ageMillis) {
        return new InstanceStatus(
                "nightly", id, true, CandidateState.LEADER, epoch, 0, true, Instant.ofEpochMilli(WALL - ageMillis));
    }

    private static InstanceStatus standby(String id, long ageMillis) {
        return new InstanceStatus(
                "nightly", id, false, CandidateState.FOLLOWER, 0, 0, true, Instant.ofEpochMilli(WALL - ageMillis));
    }
}
