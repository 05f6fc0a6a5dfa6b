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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The rules by which statuses become live instances and a leader badge. */
class ElectionViewTest {
    private static final long WALL = Instant.parse("2026-11-15T12:00:00Z").toEpochMilli();
    private static final ClockReading NOW = new ClockReading(5_000_000_000_000L, WALL);

    private final ElectionView empty = ElectionView.of("nightly");

    @Test // FILE-12
    void singleLeaderHasBadgeAndNoMenu() {
        LiveInstances live = empty.update(List.of(leader("a", 1, 0)), NOW).liveAt(NOW.nanos());
        assertThat(badge(live)).isEqualTo("a");
        assertThat(live.hasMenu()).isFalse();
    }

    @Test // FILE-12
    void threeInstancesHaveOneBadgeAndAMenu() {
        LiveInstances live = empty.update(List.of(standby("a", 0), leader("b", 7, 0), standby("c", 0)), NOW)
                .liveAt(NOW.nanos());
        assertThat(badge(live)).isEqualTo("b");
        assertThat(live.hasMenu()).isTrue();
        assertThat(live.instances()).extracting(InstanceSighting::instanceId).containsExactly("a", "b", "c");
    }

    @Test // FILE-12
    void noLiveInstanceMeansNoBadgeAndNoMenu() {
        LiveInstances live = empty.liveAt(NOW.nanos());
        assertThat(live.leader()).isEmpty();
        assertThat(live.hasMenu()).isFalse();
    }

    @Test // FILE-12
    void standbysWithoutLeaderHaveMenuAndNoBadge() {
        LiveInstances live =
                empty.update(List.of(standby("a", 0), standby("b", 0)), NOW).liveAt(NOW.nanos());
        assertThat(live.leader()).isEmpty();
        assertThat(live.hasMenu()).isTrue();
    }

    @Test // FILE-12
    void dropsMalformedStatuses() {
        String valid = StatusJson.write(leader("a", 1, 0));
        List<String> lines = List.of(
                valid,
                "",
                "{",
                "[]",
                "null",
                valid.replace("leadership_status", "claim_leadership"),
                valid.replace("\"is_leader\":true", "\"is_leader\":\"yes\"").replace("\"a\"", "\"b\""),
                valid.replace("\"state\":\"leader\"", "\"state\":\"king\"").replace("\"a\"", "\"c\""),
                valid.replace("\"epoch\":1", "\"epoch\":\"1\"").replace("\"a\"", "\"d\""),
                valid.replace("\"epoch\":1", "\"epoch\":-1").replace("\"a\"", "\"e\""),
                valid.replace("\"instance_id\":\"a\"", "\"instance_id\":\"<img/src=x>\""),
                valid.replace("\"instance_id\":\"a\"", "\"instance_id\":\"../../a\""),
                valid.replace("\"instance_id\":\"a\"", "\"instance_id\":\"" + "x".repeat(200) + "\""),
                valid.replace("\"instance_id\":\"a\",", ""));
        LiveInstances live = empty.update(read(lines), NOW).liveAt(NOW.nanos());
        assertThat(live.instances()).extracting(InstanceSighting::instanceId).containsExactly("a");
    }

    @Test // FILE-12
    void dropsStatusesWithUnparsableTime() {
        String valid = StatusJson.write(leader("a", 1, 0));
        String time = StatusJson.time(Instant.ofEpochMilli(WALL));
        List<String> lines = List.of(
                valid.replace(time, "yesterday"),
                valid.replace(time, ""),
                valid.replace("\"" + time + "\"", "null"),
                valid.replace("\"" + time + "\"", Long.toString(WALL)),
                valid.replace(time, "2026-13-45T99:00:00Z"));
        assertThat(empty.update(read(lines), NOW)).isSameAs(empty);
    }

    @Test // FILE-12
    void dropsStatusesMoreThanFiveSecondsInTheFuture() {
        ElectionView view = empty.update(List.of(leader("soon", 1, -5_000), leader("late", 2, -5_001)), NOW);
        assertThat(view.instances()).extracting(InstanceSighting::instanceId).containsExactly("soon");
        assertThat(view.instances().get(0).age(NOW.nanos())).isZero();
    }

    @Test // FILE-12
    void latestStatusOfAnInstanceCounts() {
        ElectionView view = empty.update(List.of(standby("a", 2_000), leader("a", 4, 1_000), standby("a", 3_000)), NOW);
        assertThat(view.instances()).hasSize(1);
        assertThat(badge(view.liveAt(NOW.nanos()))).isEqualTo("a");
        ElectionView older = view.update(List.of(standby("a", 1_500)), NOW);
        assertThat(older).isSameAs(view);
    }

    @Test // FILE-12
    void laterArrivalCountsIfTwoStatusesHaveTheSameTime() {
        ElectionView view = empty.update(List.of(leader("a", 4, 0)), NOW).update(List.of(standby("a", 0)), NOW);
        assertThat(view.liveAt(NOW.nanos()).leader()).isEmpty();
    }

    @Test // FILE-12
    void instanceIsLiveForExactly15000Milliseconds() {
        ElectionView view = empty.update(List.of(leader("a", 1, 0)), NOW);
        long last = NOW.nanos() + Duration.ofSeconds(15).toNanos();
        assertThat(badge(view.liveAt(last))).isEqualTo("a");
        assertThat(view.liveAt(last + 1).leader()).isEmpty();
        assertThat(view.liveAt(last + 1).instances()).isEmpty();
        ElectionView old = empty.update(List.of(leader("a", 1, 15_000), leader("b", 2, 15_001)), NOW);
        assertThat(old.liveAt(NOW.nanos()).instances())
                .extracting(InstanceSighting::instanceId)
                .containsExactly("a");
    }

    @Test // FILE-12
    void stepOfTheWallClockHasNoEffect() {
        ElectionView view = empty.update(List.of(leader("a", 1, 0)), NOW);
        ClockReading stepped =
                new ClockReading(NOW.nanos() + Duration.ofSeconds(1).toNanos(), WALL + 3_600_000);
        ElectionView same = view.update(List.of(leader("a", 1, 0)), stepped);
        assertThat(same).isSameAs(view);
        assertThat(badge(same.liveAt(stepped.nanos()))).isEqualTo("a");
        ClockReading back =
                new ClockReading(NOW.nanos() + Duration.ofSeconds(16).toNanos(), WALL);
        assertThat(view.update(List.of(leader("a", 1, 0)), back)
                        .liveAt(back.nanos())
                        .instances())
                .isEmpty();
    }

    @Test // FILE-12
    void removesInstancesThatLeftTheRoster() {
        ElectionView both = empty.update(List.of(leader("a", 1, 0), standby("b", 0)), NOW);
        ElectionView one = both.update(List.of(standby("b", 0)), NOW);
        assertThat(one.instances()).extracting(InstanceSighting::instanceId).containsExactly("b");
        assertThat(one.liveAt(NOW.nanos()).leader()).isEmpty();
    }

    @Test // FILE-12
    void lastSeenOfSeveralLeadersHasTheBadge() {
        ElectionView view = empty.update(List.of(leader("a", 9, 4_000), leader("b", 3, 1_000), standby("c", 0)), NOW);
        assertThat(badge(view.liveAt(NOW.nanos()))).isEqualTo("b");
    }

    @Test // FILE-12
    void highestEpochOfLeadersSeenAtTheSameTimeHasTheBadge() {
        ElectionView view =
                empty.update(List.of(leader("a", 8, 1_000), leader("z", 9, 1_000), leader("b", 7, 1_000)), NOW);
        assertThat(badge(view.liveAt(NOW.nanos()))).isEqualTo("z");
    }

    @Test // FILE-12
    void successorHasTheBadgeAfterACrashAndTheCrashedLeaderAgesOut() {
        ElectionView view = empty.update(List.of(leader("old", 1, 0), standby("new", 0)), NOW);
        ClockReading later = NOW.plus(Duration.ofSeconds(10));
        // The crashed leader's last status is still on the roster, beside the successor's first.
        ElectionView two = view.update(List.of(leader("old", 1, 0), leader("new", 2, -10_000)), later);
        assertThat(two.instances()).filteredOn(seen -> seen.status().isLeader()).hasSize(2);
        assertThat(badge(two.liveAt(later.nanos()))).isEqualTo("new");
        assertThat(two.liveAt(later.nanos()).hasMenu()).isTrue();
        long aged = NOW.nanos() + Duration.ofMillis(15_001).toNanos();
        assertThat(two.liveAt(aged).instances())
                .extracting(InstanceSighting::instanceId)
                .containsExactly("new");
        assertThat(badge(two.liveAt(aged))).isEqualTo("new");
    }

    @Test // FILE-12
    void updateReturnsTheSameObjectIfNothingChanged() {
        List<InstanceStatus> statuses = List.of(leader("a", 1, 0), standby("b", 100));
        ElectionView view = empty.update(statuses, NOW);
        assertThat(view.update(statuses, NOW.plus(Duration.ofSeconds(3)))).isSameAs(view);
        assertThat(view.update(List.of(statuses.get(1), statuses.get(0)), NOW)).isSameAs(view);
        ClockReading later = NOW.plus(Duration.ofSeconds(5));
        assertThat(view.update(List.of(leader("a", 1, -5_000), standby("b", 100)), later))
                .isNotSameAs(view);
    }

    @Test // FILE-12
    void ignoresStatusesOfOtherElections() {
        InstanceStatus other =
                new InstanceStatus("other", "a", true, CandidateState.LEADER, 1, 0, true, Instant.ofEpochMilli(WALL));
        assertThat(empty.update(List.of(other), NOW)).isSameAs(empty);
    }

    @Test // FILE-12
    void orderOfStatusesMakesNoDifference() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<InstanceStatus> statuses = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String id = Character.toString('a' + random.nextInt(4));
                long age = i * 1_500L + random.nextInt(1_400);
                statuses.add(random.nextBoolean() ? leader(id, random.nextInt(9), age) : standby(id, age));
            }
            LiveInstances one = empty.update(statuses, NOW).liveAt(NOW.nanos());
            Collections.shuffle(statuses, random);
            assertThat(empty.update(statuses, NOW).liveAt(NOW.nanos())).isEqualTo(one);
        }
    }

    /** Parses lines as the stores do, and drops malformed ones. */
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
        return live.leader().map(InstanceSighting::instanceId).orElse("none");
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
