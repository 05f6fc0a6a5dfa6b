package dev.baton.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.json.Json;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a sidecar answers while leadership comes and goes. */
class SidecarTest {
    private final String store = UUID.randomUUID().toString();

    @Test // API-2
    void answersWith200OnTheLeaderAnd503OnTheStandby() {
        try (TestSidecar one = new TestSidecar(store, "one");
                TestSidecar two = new TestSidecar(store, "two")) {
            assertThat(one.get("/leader").statusCode()).isEqualTo(503);
            one.start().awaitLeading();
            two.start();
            Map<String, @Nullable Object> leading = one.leader();
            assertThat(leading)
                    .containsOnlyKeys(
                            "election", "instance_id", "leading", "epoch", "remaining_ms", "leader", "leader_age_ms")
                    .containsEntry("election", "nightly")
                    .containsEntry("instance_id", "one")
                    .containsEntry("leading", true)
                    .containsEntry("epoch", 1L);
            assertThat(TestSidecar.number(leading, "remaining_ms")).isBetween(1L, TestSidecar.GRANT.toMillis());
            TestSidecar.await(
                    "the standby observes the leader", () -> two.leader().get("leader") != null);
            Map<String, @Nullable Object> standby = two.leader();
            assertThat(two.get("/leader").statusCode()).isEqualTo(503);
            assertThat(standby)
                    .containsEntry("leading", false)
                    .containsEntry("epoch", null)
                    .containsEntry("remaining_ms", 0L);
            assertThat(standby.get("leader"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsEntry("instance_id", "one")
                    .containsEntry("epoch", 1L)
                    .containsEntry("url", "http://one.example");
        }
    }

    @Test // API-2
    void headIsAnsweredAsGet() {
        try (TestSidecar one = new TestSidecar(store, "one");
                TestSidecar two = new TestSidecar(store, "two")) {
            one.start().awaitLeading();
            two.start();
            for (TestSidecar sidecar : List.of(one, two)) {
                for (String path : List.of("/leader", "/readyz", "/healthz", "/nowhere")) {
                    TestSidecar.await(
                            "HEAD " + path,
                            () -> sidecar.send("HEAD", path).statusCode()
                                    == sidecar.get(path).statusCode());
                }
            }
            assertThat(one.send("HEAD", "/leader").statusCode()).isEqualTo(200);
            assertThat(two.send("HEAD", "/leader").statusCode()).isEqualTo(503);
            assertThat(two.send("HEAD", "/leader").body()).isEmpty();
            // A stream has no end that the client could await.
            assertThat(two.send("HEAD", "/events").statusCode()).isEqualTo(200);
            one.sidecar.prepareStop();
            assertThat(one.send("HEAD", "/readyz").statusCode()).isEqualTo(503);
        }
    }

    @Test // API-3
    void claimIsNotReleasedBeforeTheLastAnswerHasRunOut() throws Exception {
        try (TestSidecar one = new TestSidecar(store, "one").start().awaitLeading();
                TestSidecar two = new TestSidecar(store, "two")) {
            CompletableFuture<Long> takenOverAt = new CompletableFuture<>();
            two.candidate.onAcquired(leadership -> takenOverAt.complete(System.nanoTime()));
            two.start();
            long before = System.nanoTime();
            Map<String, @Nullable Object> answer = one.leader();
            assertThat(answer).containsEntry("leading", true);
            long mayActUntil = before + TimeUnit.MILLISECONDS.toNanos(TestSidecar.number(answer, "remaining_ms"));
            one.candidate.stepDown(Duration.ofSeconds(30));
            assertThat(takenOverAt.get(30, TimeUnit.SECONDS) - mayActUntil).isPositive();
            two.awaitLeading();
        }
    }

    @Test // API-3
    void answersWith503AsSoonAsTheReleaseBegins() throws Exception {
        try (TestSidecar one = new TestSidecar(store, "one").start().awaitLeading();
                TestSidecar two = new TestSidecar(store, "two").start()) {
            AtomicLong takenOver = new AtomicLong();
            two.candidate.onAcquired(leadership -> takenOver.set(leadership.epoch()));
            assertThat(one.get("/leader").statusCode()).isEqualTo(200);
            CompletableFuture<Boolean> released =
                    CompletableFuture.supplyAsync(() -> one.candidate.stepDown(Duration.ofSeconds(30)));
            TestSidecar.await("503", () -> one.get("/leader").statusCode() == 503);
            assertThat(takenOver.get())
                    .as("the claim is kept until the answer has run out")
                    .isZero();
            assertThat(released.get(30, TimeUnit.SECONDS)).isTrue();
            two.awaitLeading();
        }
    }

    @Test // API-3
    void readinessEndsBeforeTheRelease() {
        TestSidecar one = new TestSidecar(store, "one").start().awaitLeading();
        try {
            TestSidecar.await("ready", () -> one.get("/readyz").statusCode() == 200);
            one.sidecar.prepareStop();
            assertThat(one.candidate.isLeader()).as("not released yet").isTrue();
            HttpResponse<String> ready = one.get("/readyz");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(Json.parseObject(ready.body())).containsEntry("reason", "this sidecar is stopping");
            assertThat(one.get("/leader").statusCode()).isEqualTo(503);
            assertThat(one.get("/healthz").statusCode()).isEqualTo(200);
        } finally {
            one.close();
        }
    }

    @Test // API-7
    void streamSendsThePresentStateAndEveryChange() throws Exception {
        try (TestSidecar one = new TestSidecar(store, "one").start().awaitLeading();
                TestSidecar two = new TestSidecar(store, "two").start();
                EventReader first = one.events();
                EventReader second = two.events()) {
            TestSidecar.await("the present state", () -> has(first, true, 1L) && !second.events.isEmpty());
            assertThat(second.events.get(0)).containsEntry("leading", false);
            one.candidate.stepDown(Duration.ofSeconds(30));
            TestSidecar.await("both changes", () -> has(first, false, null) && has(second, true, 2L));
        }
    }

    private static boolean has(EventReader reader, boolean leading, @Nullable Long epoch) {
        return reader.events.stream()
                .anyMatch(event ->
                        Objects.equals(event.get("leading"), leading) && Objects.equals(event.get("epoch"), epoch));
    }
}
